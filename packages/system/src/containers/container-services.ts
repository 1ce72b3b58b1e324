import { createDatabase, findFreePort, startPostgres, startRedis } from '@pax/local';
import { discordWorld } from '@pax/stand-ins';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { settings } from '../settings.js';

const STAND_INS = fileURLToPath(new URL('../../../stand-ins/bin/stand-ins.mjs', import.meta.url));

/** Services in the network of the shop's containers. */
export interface ContainerServices {
  /** Database address for the runtime role, which the migration creates. */
  readonly databaseUrl: string;
  /** Database address for the owner of the database. */
  readonly migrationDatabaseUrl: string;
  readonly redisUrl: string;
  readonly discord: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts Redis, the Discord stand-in, and PostgreSQL if `TEST_PG_URL` names none; data is stored in `folder`.
 * @throws Error without `redis-server` on the PATH
 */
export async function startContainerServices(folder: string): Promise<ContainerServices> {
  const program = settings.searchPath
    .split(delimiter)
    .map((path) => join(path, 'redis-server'))
    .find((path) => existsSync(path));
  if (program === undefined) throw new Error('running the images needs redis-server on the PATH');
  const redis = await startRedis({ program, dataDir: join(folder, 'redis') });
  const postgres =
    settings.postgresUrl === undefined
      ? await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
      : undefined;
  const adminUrl = settings.postgresUrl ?? postgres?.url() ?? '';
  const name = `containers_${randomBytes(6).toString('hex')}`;
  await createDatabase(adminUrl, name);
  const owner = new URL(adminUrl);
  owner.pathname = `/${name}`;
  const runtime = Object.assign(new URL(owner), { username: name, password: name });
  const discord = await startDiscord(folder);
  return {
    databaseUrl: runtime.href,
    migrationDatabaseUrl: owner.href,
    redisUrl: redis.url,
    discord: discord.environment,
    stop: async () => {
      discord.stop();
      if (postgres === undefined) await dropDatabase(adminUrl, name);
      await redis.stop({ atOnce: true });
      await postgres?.stop({ atOnce: true });
    },
  };
}

/** Starts the Discord stand-in as a separate process, with settings that make a bot use it. */
async function startDiscord(folder: string) {
  const port = await findFreePort();
  const secrets = {
    DISCORD_TOKEN: `check.${randomBytes(24).toString('hex')}`,
    DISCORD_CLIENT_ID: discordWorld.applicationId,
    DISCORD_CLIENT_SECRET: randomBytes(16).toString('hex'),
  };
  const child = spawn(process.execPath, [STAND_INS], {
    stdio: 'ignore',
    env: {
      PATH: settings.searchPath,
      SANDBOX_PORT: String(port),
      DATA_DIR: join(folder, 'discord'),
      PUBLIC_URL: 'http://127.0.0.1:3000',
      STRIPE_SECRET_KEY: 'sk_test_unused',
      STRIPE_WEBHOOK_SECRET: 'whsec_unused',
      PAYPAL_CLIENT_SECRET: 'unused',
      ...secrets,
    },
  });
  const { channels } = discordWorld;
  return {
    stop: () => child.kill('SIGTERM'),
    environment: {
      DISCORD_API_URL: `http://127.0.0.1:${port}/discord/api`,
      DISCORD_TOKEN: secrets.DISCORD_TOKEN,
      DISCORD_CLIENT_ID: secrets.DISCORD_CLIENT_ID,
      DISCORD_GUILD_ID: discordWorld.guildId,
      DISCORD_CHANNEL_ORDERS: channels.orders,
      DISCORD_CHANNEL_HISTORY: channels.history,
      DISCORD_CHANNEL_STOCK: channels.stock,
      DISCORD_CHANNEL_ERROR: channels.error,
      DISCORD_CHANNEL_TICKETS: channels.tickets,
    },
  };
}

async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.query(`DROP ROLE IF EXISTS ${name}`);
  await client.end();
}
