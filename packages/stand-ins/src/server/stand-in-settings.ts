import { isLoopbackAddress } from '@pax/contracts/settings';
import { z } from 'zod';

/** Settings of the stand-ins. */
export interface StandInSettings {
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Address of the shop, without a slash at the end; always on this machine. */
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string };
  readonly paypal: { readonly clientSecret: string };
  readonly discord: { readonly botToken: string; readonly clientId: string; readonly clientSecret: string };
}

const filled = z.string({ error: 'is missing' }).min(1, 'is empty');
const environmentSchema = z.object({
  NODE_ENV: z
    .string()
    .optional()
    .refine((value) => value !== 'production', 'stand-ins never run in production'),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3100),
  PUBLIC_URL: filled.refine(isLoopbackAddress, 'has to be an http(s) address of this machine'),
  DATA_DIR: z.string().min(1).default('.data'),
  STRIPE_SECRET_KEY: filled,
  STRIPE_WEBHOOK_SECRET: filled,
  PAYPAL_CLIENT_SECRET: filled,
  DISCORD_TOKEN: filled,
  DISCORD_CLIENT_ID: filled,
  DISCORD_CLIENT_SECRET: filled,
});

/** Reads the settings from an environment; throws one error that lists every wrong one by name. */
export function readStandInSettings(
  environment: Readonly<Record<string, string | undefined>>,
): StandInSettings {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The stand-ins cannot start:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  return {
    port: values.SANDBOX_PORT,
    publicUrl: values.PUBLIC_URL.replace(/\/+$/, ''),
    dataDir: values.DATA_DIR,
    stripe: { secretKey: values.STRIPE_SECRET_KEY, webhookSecret: values.STRIPE_WEBHOOK_SECRET },
    paypal: { clientSecret: values.PAYPAL_CLIENT_SECRET },
    discord: {
      botToken: values.DISCORD_TOKEN,
      clientId: values.DISCORD_CLIENT_ID,
      clientSecret: values.DISCORD_CLIENT_SECRET,
    },
  };
}
