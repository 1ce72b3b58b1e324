import { databaseUrl, isLoopbackAddress, redisUrl } from '@pax/contracts/settings';
import { resolve } from 'node:path';
import { z } from 'zod';
import { rootFolder } from './process/programs.js';

/** An empty variable counts as absent, so that `KEY=` in an env file removes a setting. */
const optionalSetting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const port = optionalSetting(z.coerce.number({ error: 'has to be a port number' }).int().min(1).max(65_535));
const text = optionalSetting(z.string());

const schema = z.object({
  NODE_ENV: text.refine((value) => value !== 'production', 'the sandbox never runs in production'),
  PORT: port,
  SANDBOX_PORT: port,
  PUBLIC_URL: text.refine(
    (value) => value === undefined || isLoopbackAddress(value),
    'the sandbox runs only where this is an address of this machine',
  ),
  DATA_DIR: text,
  DATABASE_URL: optionalSetting(databaseUrl),
  MIGRATION_DATABASE_URL: optionalSetting(databaseUrl),
  REDIS_URL: optionalSetting(redisUrl),
  QUEUE_URL: optionalSetting(redisUrl.or(databaseUrl)),
  CHROMIUM_PATH: text,
  PATH: text,
});

/** Settings of a local run, from the environment. */
export interface LocalSettings {
  /** Port of the shop. */
  readonly port: number;
  /** Port of the stand-ins, on 127.0.0.1. */
  readonly sandboxPort: number;
  /** Public address of the shop, without a trailing slash; always on this machine. */
  readonly publicUrl: string;
  /** Absolute path of the folder for all stored data: databases, logs, secrets. */
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly migrationDatabaseUrl?: string;
  readonly redisUrl?: string;
  readonly queueUrl?: string;
  readonly chromiumPath?: string;
  readonly searchPath: string;
  /** The unchanged environment, which is passed on to backend and bot. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Error that stops a start, such as a wrong setting or a taken port, with one line that says what to do. */
export class StartError extends Error {
  /** Marks an error whose message is shown without a stack, which would hide the message. */
  readonly forPeople = true;
}

/**
 * Reads the settings; no other code reads the environment.
 * @throws StartError that names every wrong setting
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LocalSettings {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    throw new StartError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    );
  }
  const values = parsed.data;
  const shopPort = values.PORT ?? 3000;
  return {
    port: shopPort,
    sandboxPort: values.SANDBOX_PORT ?? 3100,
    publicUrl: (values.PUBLIC_URL ?? `http://127.0.0.1:${shopPort}`).replace(/\/+$/, ''),
    dataDir: resolve(rootFolder, values.DATA_DIR ?? '.data'),
    databaseUrl: values.DATABASE_URL,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    redisUrl: values.REDIS_URL,
    queueUrl: values.QUEUE_URL,
    chromiumPath: values.CHROMIUM_PATH,
    searchPath: values.PATH ?? '',
    environment,
  };
}
