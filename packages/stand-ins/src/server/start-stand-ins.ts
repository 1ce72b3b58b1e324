import Fastify, { type FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { html, type Html } from '@pax/contracts/html';
import { FaultRegistry } from '../faults.js';
import { PAYPAL_BUSINESS, PAYPAL_CLIENT_ID, PAYPAL_WEBHOOK_ID, discordWorld } from '../fixed-ids.js';
import { createCryptoPartnerStandIn } from '../crypto-partner-stand-in.js';
import { createPaypalStandIn } from '../paypal/paypal-stand-in.js';
import { createPushStandIn } from '../push/push-stand-in.js';
import { createStripeStandIn } from '../stripe/stripe-stand-in.js';
import { mountFaultRoutes } from './fault-controls.js';
import { renderPage, sendPage } from './page.js';
import type { StandIn } from './stand-in.js';
import { createDiscordStandIn } from '../discord/discord-stand-in.js';
import { JsonFile } from '../json-file.js';
import { isLoopbackAddress } from '@pax/contracts/settings';
import { z } from 'zod';

/** Settings of the stand-ins. */
interface StandInSettings {
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

const HOST = '127.0.0.1';
const BODY_LIMIT = 8 * 1024 * 1024;

/** What an additional stand-in needs to be created. */
interface StandInDeps {
  readonly faults: FaultRegistry;
  /** Folder in which the stand-ins keep their state between runs. */
  readonly stateDir: string;
}

interface StandInsOptions extends StandInSettings {
  /** Additional stand-ins, besides those for payments. */
  readonly standIns?: readonly ((tools: StandInDeps) => Promise<StandIn>)[];
  /** Waits between attempts to deliver a payment event, ms. */
  readonly retryDelaysMs?: readonly number[];
}

export interface RunningStandIns {
  /** Address of the stand-ins without a trailing slash, which is also the value for `STRIPE_API_URL`. */
  readonly url: string;
  readonly faults: FaultRegistry;
  /** Stops the server and the timers of the stand-ins, and saves their state. */
  close(): Promise<void>;
}

/** Starts all stand-ins on one port of the loopback address (`port` 0 takes a free one). */
export async function startStandIns(options: StandInsOptions): Promise<RunningStandIns> {
  const faults = new FaultRegistry();
  const stateDir = join(options.dataDir, 'stand-ins');
  const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true, return503OnClosing: false });
  let url = `http://${HOST}:${options.port}`;
  const stripe = await createStripeStandIn({
    secretKey: options.stripe.secretKey,
    webhookSecret: options.stripe.webhookSecret,
    webhookUrl: `${options.publicUrl}/api/payments/stripe/webhook`,
    pageBase: () => url,
    stateDir,
    faults,
    retryDelaysMs: options.retryDelaysMs,
  });
  const paypal = await createPaypalStandIn({
    business: PAYPAL_BUSINESS,
    app: { clientId: PAYPAL_CLIENT_ID, clientSecret: options.paypal.clientSecret },
    webhookId: PAYPAL_WEBHOOK_ID,
    webhookUrl: `${options.publicUrl}/api/payments/paypal/webhook`,
    pageBase: () => url,
    stateDir,
    faults,
    retryDelaysMs: options.retryDelaysMs,
  });
  const running: StandIn[] = [
    stripe,
    paypal,
    createCryptoPartnerStandIn(),
    createPushStandIn({ origin: () => url, faults }),
  ];
  const close = async (): Promise<void> => {
    await app.close();
    await Promise.all(running.map((standIn) => standIn.close()));
  };
  try {
    for (const open of options.standIns ?? []) running.push(await open({ faults, stateDir }));
    await mountStandIns(app, running, faults);
    url = (await app.listen({ host: HOST, port: options.port })).replace(/\/$/, '');
  } catch (error) {
    await close();
    throw error;
  }
  return { url, faults, close };
}

/** Mounts each stand-in in a separate scope, so that its parsers and forms of errors do not affect the others. */
async function mountStandIns(
  app: FastifyInstance,
  standIns: readonly StandIn[],
  faults: FaultRegistry,
): Promise<void> {
  app.get('/health', () => ({ status: 'ok', standIns: standIns.map((standIn) => standIn.name) }));
  app.get('/', (_request, reply) => sendPage(reply, indexPage(standIns)));
  await app.register((scope) => mountFaultRoutes(scope, faults));
  for (const standIn of standIns) await app.register((scope) => standIn.register(scope));
}

/** Index page of the stand-ins, with a link to every dashboard. */
function indexPage(standIns: readonly StandIn[]): Html {
  const links = standIns.map(
    (standIn) =>
      html`<p class="card">
        <a href="/${standIn.name}">${standIn.name}</a><br /><span class="quiet">${standIn.summary}</span>
      </p>`,
  );
  return renderPage({
    title: 'Sandbox',
    body: html`<h1>Sandbox</h1>
      <p class="quiet">
        Stand-ins for the services that the shop talks to. They keep state, refuse what the real ones refuse,
        and misbehave when told to.
      </p>
      ${links}`,
  });
}

/** Creates the Discord stand-in below `/discord`, with its state file beside those of the other stand-ins. */
export function openDiscord(
  settings: Pick<StandInSettings, 'discord' | 'publicUrl'>,
): (tools: StandInDeps) => Promise<StandIn> {
  return async ({ faults, stateDir }) => {
    const store = new JsonFile(stateDir, 'discord');
    const standIn = createDiscordStandIn({
      world: discordWorld,
      ...settings.discord,
      publicUrl: settings.publicUrl,
      basePath: '/discord',
      store,
      faults,
    });
    const close = async (): Promise<void> => {
      await standIn.close();
      await store.flush();
    };
    return { name: standIn.name, summary: standIn.summary, register: (app) => standIn.register(app), close };
  };
}
