import { describe, expect, it } from '@jest/globals';
import { MIN_SECRET_LENGTH, findSecretWeakness } from '@pax/contracts/settings';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { COMPOSE, resolveEnvironment, parseCompose, findVariables } from './compose-file.js';
import { DOCKERFILES, parsePairs, parseDockerfile } from './dockerfile.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const CONTAINERS = 'packages/system/docs/containers.md';
const GUIDE = 'packages/system/docs/operators-guide.md';
/** All pages that document settings. */
const PAGES = ['.env.example', COMPOSE, CONTAINERS, GUIDE, 'README.md', 'bot/README.md', 'backend/README.md'];
const OWN_SECRETS = ['SESSION_SECRET', 'BOT_API_TOKEN', 'METRICS_TOKEN', 'TOKEN_KEY'];

/** Set by the image, or refused outside local runs: no operator sets them. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'QUEUE_URL',
  'DISCORD_API_URL',
  'DISCORD_CDN_URL',
  'DISCORD_WEB_URL',
  'STRIPE_API_URL',
  'PAYPAL_URL',
  'PAYPAL_IPN_URL',
  'PAYPAL_API_URL',
  'BOT_INSTANCE_ID',
  'FAILPOINTS',
]);

/** Reads the names of a program's settings from its schema: one key per line. */
function readKnownSettings(deployable: string): string[] {
  const text = read(`${deployable}/src/settings.ts`);
  return [...new Set([...text.matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(([, name = '']) => name))];
}

/** Reads the names before the first colon of each list line below a heading. */
function readListedKeys(page: string, heading: string): string[] {
  const section = read(page).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('- `'));
  return lines.flatMap((line) =>
    [...(line.split(':')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

/** Resolves a service's settings: those of its image and those from compose. */
function resolveSettings(name: string, values: Record<string, string>): Record<string, string> {
  const service = parseCompose(read(COMPOSE)).services[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  const image = name === 'bot' ? DOCKERFILES[1] : DOCKERFILES[0];
  const instructions = parseDockerfile(read(image)).at(-1)?.instructions ?? [];
  const own = instructions.filter((instruction) => instruction.name === 'ENV').flatMap(parsePairs);
  return { ...Object.fromEntries(own), ...resolveEnvironment(service, values) };
}

/** Reads settings as the program would. @returns its error message, or an empty text */
function findSettingsErrors(deployable: string, env: Record<string, string>): string {
  const settings = join(ROOT, deployable, 'dist/settings.js');
  const script = `import(${JSON.stringify(settings)}).then(({ readSettings }) => readSettings()).catch((error) => console.log(error.message))`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
}

describe('settings, compose file, example and pages (OWN-429)', () => {
  it('ask the same length of a secret, everywhere it is named', () => {
    const lengths = PAGES.flatMap((page) =>
      read(page)
        .split('\n')
        .filter((line, at, lines) =>
          OWN_SECRETS.some((key) => line.includes(key) || (lines[at + 1] ?? '').startsWith(`${key}=`)),
        )
        .flatMap((line) => [...line.matchAll(/(\d+) (?:random )?characters/g)])
        .map(([, number]) => [page, Number(number)]),
    );
    expect(lengths.length).toBeGreaterThan(5);
    expect(lengths.filter(([, number]) => number !== MIN_SECRET_LENGTH)).toEqual([]);
  });

  it('name a command that makes a secret which is taken', () => {
    const commands = PAGES.flatMap((page) =>
      read(page)
        .split('\n')
        .filter((line) => OWN_SECRETS.some((key) => line.includes(key)))
        .flatMap((line) => [...line.matchAll(/openssl rand -hex (\d+)/g)]),
    );
    expect(commands.length).toBeGreaterThan(1);
    for (const [, bytes] of commands)
      expect(findSecretWeakness(randomBytes(Number(bytes)).toString('hex'))).toBeUndefined();
  });

  it('compose asks for exactly what its page says, and the example has each', () => {
    const compose = read(COMPOSE);
    const asked = findVariables(compose).toSorted();
    expect(compose).not.toMatch(/\$\{\w+:?-/);
    expect(readListedKeys(CONTAINERS, 'What it asks for').toSorted()).toEqual(asked);
    expect(asked.filter((key) => !(key in parseEnv(read('.env.example'))))).toEqual([]);
  });

  it.each([
    ['migrate', 'backend', 'ROLE'],
    ['backend', 'backend', 'MIGRATION_DATABASE_URL'],
    ['worker', 'backend', 'MIGRATION_DATABASE_URL'],
    ['bot', 'bot', 'nothing'],
  ])('compose gives %s every setting of the %s that an operator may set, but %s', (name, deployable, but) => {
    const given = Object.keys(parseCompose(read(COMPOSE)).services[name]?.environment ?? {});
    const wanted = readKnownSettings(deployable).filter((key) => key !== but && !NOT_PASSED.has(key));
    expect(given.toSorted()).toEqual(wanted.toSorted());
  });

  it("the bot's page lists exactly its settings", () => {
    const listed = readListedKeys('bot/README.md', 'Settings');
    const channels = ['HISTORY', 'STOCK', 'ERROR'].map((name) => `DISCORD_CHANNEL_${name}`);
    const keys = listed.filter((key) => !key.startsWith('_'));
    expect([...keys, ...channels].toSorted()).toEqual(readKnownSettings('bot').toSorted());
  });

  it('every service starts with what compose gives it of the least an operator fills in', () => {
    const id = (n: number): string => `5000000000000000${n}`;
    const secret = (): string => randomBytes(32).toString('hex');
    const values: Record<string, string> = {
      PUBLIC_URL: 'https://shop.example',
      POSTGRES_PASSWORD: secret(),
      POSTGRES_RUNTIME_PASSWORD: secret(),
      REDIS_PASSWORD: secret(),
      SESSION_SECRET: secret(),
      TOKEN_KEY: secret(),
      BOT_API_TOKEN: secret(),
    };
    for (const name of ['migrate', 'backend', 'worker'])
      expect([name, findSettingsErrors('backend', resolveSettings(name, values))]).toEqual([name, '']);
    const discord = {
      DISCORD_TOKEN: secret(),
      DISCORD_CLIENT_ID: id(10),
      DISCORD_CLIENT_SECRET: secret(),
      DISCORD_GUILD_ID: id(11),
      DISCORD_CHANNEL_ORDERS: id(12),
      DISCORD_CHANNEL_HISTORY: id(13),
      DISCORD_CHANNEL_STOCK: id(14),
      DISCORD_CHANNEL_ERROR: id(15),
    };
    expect(findSettingsErrors('bot', resolveSettings('bot', { ...values, ...discord }))).toBe('');
    expect(findSettingsErrors('backend', resolveSettings('backend', { ...values, ...discord }))).toBe('');
    expect(
      findSettingsErrors('backend', resolveSettings('backend', { ...values, BOT_API_TOKEN: 'x'.repeat(20) })),
    ).toContain(`BOT_API_TOKEN: needs ${MIN_SECRET_LENGTH} `);
  });
});
