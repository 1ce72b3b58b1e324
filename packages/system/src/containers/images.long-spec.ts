import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort, until } from '@pax/local';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { settings } from '../settings.js';
import { copyBuildContext } from './build-context.js';
import { COMPOSE, resolveEnvironment, parseCompose } from './compose-file.js';
import { Container } from './container.js';
import { ImageBuilder, type BuiltStage } from './image-builder.js';
import { startContainerServices, type ContainerServices } from './container-services.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const BUILD_MS = 300_000;
const PUBLIC_URL = 'https://shop.example';
/** Exit code of a bot with invalid settings. */
const EXIT_MISCONFIGURED = 78;
/** Exited by itself, or by the SIGTERM that it repeated to itself after closing. */
const CLEAN_EXIT_CODES = [0, 143];
/** A PNG of one pixel. */
const PICTURE = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);

const folder = mkdtempSync(join(tmpdir(), 'pax-images-'));
const compose = parseCompose(readFileSync(join(ROOT, COMPOSE), 'utf8'));
const secret = (): string => randomBytes(24).toString('hex');
/** Settings of an operator's .env. */
const operatorSettings: Record<string, string> = {
  POSTGRES_PASSWORD: secret(),
  POSTGRES_RUNTIME_PASSWORD: secret(),
  REDIS_PASSWORD: secret(),
  PUBLIC_URL,
  SESSION_SECRET: secret(),
  TOKEN_KEY: secret(),
  BOT_API_TOKEN: secret(),
  // Never used: nothing is bought.
  STRIPE_SECRET_KEY: `sk_live_${secret()}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
  LOG_LEVEL: 'warn',
};

/** Resolves the environment that compose gives a service. */
function environmentFor(name: string): Record<string, string> {
  const service = compose.services[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return resolveEnvironment(service, operatorSettings);
}

/** Lists files and folders of an image below its working folder, packages by name. */
function listContent({ folder: root, workdir }: BuiltStage): string[] {
  const below = (path: string): string[] =>
    readdirSync(join(root, workdir, path)).map((name) => join(path, name));
  return below('')
    .flatMap((path) =>
      path === 'node_modules' || path === 'backend' || path === 'bot' ? below(path) : [path],
    )
    .toSorted();
}

const measureMegabytes = ({ folder: root }: BuiltStage): number =>
  Number(execFileSync('du', ['-sm', root], { encoding: 'utf8' }).split('\t')[0]);

async function waitUntilHealthy(container: Container): Promise<void> {
  await until(
    async () => {
      if (container.hasEnded) throw new Error(`${container.name} ended:\n${container.output}`);
      return await container.isHealthy();
    },
    { deadlineMs: 60_000, everyMs: 250, what: `${container.name} in health` },
  ).catch((error: unknown) => {
    throw new Error(`${container.name} is not healthy:\n${container.output.slice(-3_000)}`, { cause: error });
  });
}

describe('the images, built and run as their Dockerfiles say (OWN-1020)', () => {
  let images: { backend: BuiltStage; bot: BuiltStage };
  let services: ContainerServices;
  const running: Container[] = [];

  beforeAll(async () => {
    // The images' user needs access.
    chmodSync(folder, 0o755);
    const [context, home] = [join(folder, 'context'), join(folder, 'home')];
    mkdirSync(home);
    copyBuildContext(ROOT, context);
    const builder = new ImageBuilder({
      root: ROOT,
      context,
      folder: join(folder, 'stages'),
      // Nothing may be fetched from a registry.
      environment: { PATH: settings.searchPath, HOME: home, npm_config_offline: 'true' },
    });
    images = {
      backend: await builder.build('backend/Dockerfile'),
      bot: await builder.build('bot/Dockerfile'),
    };
    services = await startContainerServices(folder);
  }, BUILD_MS);

  afterAll(async () => {
    for (const container of running) if (!container.hasEnded) await container.stop();
    await services?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('hold what runs and nothing else', () => {
    expect(listContent(images.backend)).toEqual([
      'backend/data',
      'backend/dist',
      'backend/invariants',
      'backend/package.json',
      'frontend',
      'node_modules/@img',
      'node_modules/@node-rs',
      'node_modules/@pax',
      'node_modules/detect-libc',
      'node_modules/semver',
      'node_modules/sharp',
    ]);
    expect(listContent(images.bot)).toEqual(['bot/dist', 'bot/package.json']);
    expect(measureMegabytes(images.backend)).toBeLessThan(45);
    expect(measureMegabytes(images.bot)).toBeLessThan(10);
  });

  it('name the settings that they were not given, and end', async () => {
    const web = new Container('backend', images.backend, {});
    const bot = new Container('bot', images.bot, {});
    expect([await web.waitForExit(), web.output]).toEqual([
      1,
      expect.stringMatching(/DATABASE_URL.*SESSION_SECRET/s),
    ]);
    expect([await bot.waitForExit(), bot.output]).toEqual([
      EXIT_MISCONFIGURED,
      expect.stringContaining('DISCORD_TOKEN'),
    ]);
  });

  it('migrate an empty database, serve the shop, join Discord and end on SIGTERM', async () => {
    const database = { DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl };
    const migration = new Container(
      'migrate',
      images.backend,
      { ...environmentFor('migrate'), ...database, MIGRATION_DATABASE_URL: services.migrationDatabaseUrl },
      compose.services['migrate']?.command,
    );
    expect([await migration.waitForExit(), migration.output]).toEqual([0, '']);
    const ports = [await findFreePort(), await findFreePort()] as const;
    for (const [index, name] of (['backend', 'worker'] as const).entries())
      running.push(
        new Container(name, images.backend, {
          ...environmentFor(name),
          ...database,
          PORT: String(ports[index]),
        }),
      );
    await Promise.all(running.map(waitUntilHealthy));

    const address = `http://127.0.0.1:${ports[0]}`;
    await assertSiteServes(address);
    const page = await openSocket(address);
    const bot = new Container('bot', images.bot, {
      ...environmentFor('bot'),
      ...services.discord,
      BACKEND_URL: address,
      REDIS_URL: services.redisUrl,
      // In production and for a public shop it refuses a Discord on this machine.
      NODE_ENV: 'test',
      PUBLIC_URL: address,
    });
    expect(await bot.isHealthy()).toBe(false);
    running.push(bot);
    await waitUntilHealthy(bot);

    // The page stays open: an open socket must not keep a process from exiting.
    for (const container of running.toReversed()) {
      const { code, tookMs } = await container.stop();
      expect(CLEAN_EXIT_CODES).toContain(code);
      expect(tookMs).toBeLessThan(10_000);
    }
    page.close();
  }, 150_000);
});

/** Opens a visitor's socket and waits for the first head. */
async function openSocket(address: string): Promise<Socket> {
  const socket = io(address, { transports: ['websocket'], extraHeaders: { origin: PUBLIC_URL } });
  await new Promise((resolve, reject) => {
    socket.once('head', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Checks one answer of each part that the image could lack. */
async function assertSiteServes(address: string): Promise<void> {
  expect((await fetch(`${address}/api/health/ready`)).status).toBe(200);
  const page = await (await fetch(address)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? 'no script';
  const asset = await fetch(`${address}${script}`);
  expect([asset.status, asset.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ]);
  expect((await fetch(`${address}/api/openapi.json`)).status).toBe(200);
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<number> =>
    (
      await fetch(`${address}/api/${path}`, {
        method: 'POST',
        headers: { origin: PUBLIC_URL, 'content-type': type },
        body,
      })
    ).status;
  const account = JSON.stringify({ username: 'imagebuyer', password: `long-${secret()}` });
  expect(await post('auth/register', 'application/json', account)).toBe(201);
  expect(await post('support-tickets/attachments', 'image/png', PICTURE)).toBe(201);
}
