import { freePort, until } from '@pax/sandbox';
import { randomBytes } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { environmentOf, type ComposeFile } from './compose-file.js';
import { Container } from './container.js';
import type { TestServices } from './test-services.js';
import type { Built } from './execute-build.js';

const DEADLINE_MS = 60_000;
const PUBLIC_URL = 'https://shop.example';
/** The exit code of a bot whose settings a person has to correct. */
const EXIT_MISCONFIGURED = 78;

/** Ended by itself, or by the SIGTERM that it passed on to itself when all was closed. */
const CLEAN_EXIT_CODES: ReadonlySet<number> = new Set([0, 143]);

export interface Images {
  readonly backend: Built;
  readonly bot: Built;
}

type Log = (line: string) => void;

/** Nothing missing but the settings: each image loads whole and names what it was not given. @throws otherwise */
export async function tryWithoutSettings({ backend, bot }: Images, log: Log): Promise<void> {
  const web = new Container('backend', backend, {});
  assertThat(
    (await web.end()) === 1 && /DATABASE_URL.*SESSION_SECRET/s.test(web.output),
    web,
    'name settings',
  );
  const other = new Container('bot', bot, {});
  assertThat(
    (await other.end()) === EXIT_MISCONFIGURED && other.output.includes('DISCORD_TOKEN'),
    other,
    'name settings',
  );
  log('without settings both load, name what is missing and end');
}

/**
 * Runs migration, two web processes, a worker and a bot with the compose file's environment, then stops them by signal.
 * @throws Error with the output of the container that failed
 */
export async function tryShop(
  images: Images,
  file: ComposeFile,
  services: TestServices,
  log: Log,
): Promise<void> {
  const values = operatorSettings();
  const given = (name: string): Record<string, string> => {
    const service = file.services[name];
    if (service === undefined) throw new Error(`no service ${name}`);
    return { ...environmentOf(service, values), REDIS_URL: services.redisUrl };
  };
  const port = await freePort();
  const running: Container[] = [];
  let page: Socket | undefined;
  const start = async (service: 'backend' | 'worker', at: number): Promise<Container> => {
    const environment = { ...given(service), DATABASE_URL: services.databaseUrl, PORT: String(at) };
    const container = new Container(`${service}:${at}`, images.backend, environment);
    running.push(container);
    await untilHealthy(container);
    return container;
  };
  try {
    const migrate = file.services['migrate']?.command;
    const migration = new Container(
      'migrate',
      images.backend,
      {
        ...given('migrate'),
        DATABASE_URL: services.databaseUrl,
        MIGRATION_DATABASE_URL: services.migrationDatabaseUrl,
      },
      migrate,
    );
    assertThat((await migration.end()) === 0, migration, 'migrate');
    log('migrate ends well on an empty database');

    await start('backend', port);
    await start('backend', await freePort());
    await start('worker', await freePort());
    log('two web processes and a worker are well, in production mode');
    await trySite(`http://127.0.0.1:${port}`);
    log('a purchase would work (ready), and the site is served');
    page = await openSocket(`http://127.0.0.1:${port}`);
    log('a page of the public address has its socket');

    const bot = new Container('bot', images.bot, {
      ...given('bot'),
      ...services.discord,
      BACKEND_URL: `http://127.0.0.1:${port}`,
      // In production, and for a shop that others reach, it refuses a Discord on this machine.
      NODE_ENV: 'test',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    running.push(bot);
    assertThat(!(await bot.isHealthy()), bot, 'be unwell before it is connected');
    await untilHealthy(bot);
    log('the bot holds the lease and is connected');
  } finally {
    // The page stays open meanwhile: an open socket must not keep a process from ending.
    await stopAll(running, log);
    page?.close();
  }
}

/** Opens a visitor's socket; resolves at the first head. */
async function openSocket(address: string): Promise<Socket> {
  const socket = io(address, { transports: ['websocket'], extraHeaders: { origin: PUBLIC_URL } });
  await new Promise((resolve, reject) => {
    socket.once('head', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** What an operator would put into .env. */
function operatorSettings(): Record<string, string> {
  const secret = (): string => randomBytes(24).toString('hex');
  return {
    POSTGRES_PASSWORD: secret(),
    POSTGRES_RUNTIME_PASSWORD: secret(),
    REDIS_PASSWORD: secret(),
    PUBLIC_URL,
    SESSION_SECRET: secret(),
    TOKEN_KEY: secret(),
    BOT_API_TOKEN: secret(),
    // Nothing is bought: the key is never used.
    STRIPE_SECRET_KEY: `sk_live_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    LOG_LEVEL: 'warn',
  };
}

async function trySite(address: string): Promise<void> {
  const ready = await fetch(`${address}/api/health/ready`);
  if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`);
  const page = await (await fetch(address)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (script === undefined) throw new Error(`the page names no script:\n${page}`);
  const asset = await fetch(`${address}${script}`);
  if (!asset.ok || !(asset.headers.get('content-type') ?? '').includes('javascript'))
    throw new Error(`${script} is not served`);
}

async function untilHealthy(container: Container): Promise<void> {
  await until(
    async () => {
      assertThat(!container.hasEnded, container, 'keep running');
      return await container.isHealthy();
    },
    { deadlineMs: DEADLINE_MS, everyMs: 500, what: `${container.name} in health` },
  ).catch((error: unknown) => {
    throw new Error(`${container.name} is not healthy:\n${container.output}`, { cause: error });
  });
}

async function stopAll(running: readonly Container[], log: Log): Promise<void> {
  // The bot first: it would miss the backend.
  for (const container of running.toReversed()) {
    if (container.hasEnded) continue;
    const { code, tookMs } = await container.stop();
    assertThat(CLEAN_EXIT_CODES.has(code), container, `end well on SIGTERM, but with code ${code}`);
    log(`${container.name} ends on SIGTERM with code ${code} after ${tookMs} ms`);
  }
}

function assertThat(condition: boolean, container: Container, what: string): void {
  if (!condition) throw new Error(`${container.name} did not ${what}:\n${container.output}`);
}
