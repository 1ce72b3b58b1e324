import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { environmentOf, interpolate, parseCompose, variablesIn } from './compose-file.js';
import { healthCommand, parseDockerfile } from './dockerfile.js';
import { readIgnoreFile } from './ignore-file.js';
import { knownSettings } from './known-settings.js';
import { lintCompose, lintDevelopment } from './lint-compose.js';
import { isPinned, lintDockerfile } from './lint-dockerfile.js';
import { COMPOSE, DEVELOPMENT, DOCKERFILES, lintContainers } from './lint.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const BACKEND = DOCKERFILES[0];
const settings = { backend: knownSettings(ROOT, 'backend'), bot: knownSettings(ROOT, 'bot') };

/** The file with one thing changed, which has to be there to be changed. */
function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing like ${from} to change`);
  return text.replaceAll(from, to);
}

describe('the container files', () => {
  it('are in order', () => {
    expect(lintContainers(ROOT)).toEqual([]);
  });
});

describe('the public entry', () => {
  it('passes no call of the bot on (OWN-903)', () => {
    const lines = read('packages/system/containers/Caddyfile')
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toContain('@bot path /api/bot /api/bot/*');
    expect(lines).toContain('respond @bot 404');
  });
});

describe('the check of a Dockerfile', () => {
  const text = read(BACKEND);
  const faultsWith = (from: string, to: string): string =>
    lintDockerfile(BACKEND, changed(text, from, to), ['backend']).join('\n');

  it.each([
    ['an image that moves', 'node:20.20.2-bookworm-slim', 'node:slim', 'image node:slim is not pinned'],
    ['root', 'USER node', 'USER 0:0', 'the last stage runs as root'],
    ['no user', 'USER node\n', '', 'the last stage runs as root'],
    ['no health check', 'HEALTHCHECK', 'LABEL', 'no HEALTHCHECK in exec form'],
    [
      'a shell in between',
      'CMD ["node", "backend/dist/programs/main.js"]',
      'CMD node main.js',
      'no CMD in exec form',
    ],
    ['development mode', 'NODE_ENV=production', 'NODE_ENV=test', 'does not set NODE_ENV=production'],
    ['a secret', 'HOST=0.0.0.0', 'SESSION_SECRET=x', 'SESSION_SECRET does not belong into an image'],
    ['unlocked dependencies', 'npm ci --omit', 'npm install --omit', 'npm ci, not npm install'],
    ['install scripts', '--ignore-scripts', '', 'npm ci without --ignore-scripts'],
    ['everything', 'COPY backend backend', 'COPY . .', 'copies everything'],
    ['a stage that is not there', '--from=site', '--from=sight', 'no earlier stage is called sight'],
    ['a missing manifest', 'COPY backend/package.json backend/', '', 'backend/package.json is not copied'],
  ])('refuses %s', (_, from, to, fault) => {
    expect(faultsWith(from, to)).toContain(fault);
  });

  it('knows a pinned image', () => {
    expect(['postgres:18.4', 'redis:7.4.2-bookworm', 'caddy:2.10.2-alpine'].filter(isPinned)).toHaveLength(3);
    expect(['postgres', 'postgres:18', 'redis:latest', 'localhost:5000/redis'].filter(isPinned)).toEqual([]);
  });

  it('reads continued lines and health checks', () => {
    const [stage] = parseDockerfile(
      'FROM a:1.0 AS b\n# note\nHEALTHCHECK --retries=3 \\\n  CMD ["x", "y"]\n',
    );
    expect(stage).toMatchObject({ name: 'b', from: 'a:1.0' });
    expect(stage && healthCommand(stage)).toEqual(['x', 'y']);
  });
});

describe('the check of the compose file', () => {
  const text = read(COMPOSE);
  const faultsWith = (from: string, to: string): string =>
    lintCompose(parseCompose(changed(text, from, to)), settings).join('\n');

  it.each([
    [
      'an image that moves',
      'postgres:18.4',
      'postgres:latest',
      'postgres: image postgres:latest is not pinned',
    ],
    [
      'an open database',
      'networks: [database]\n    stop',
      "ports: ['5432:5432']\n    stop",
      'only the proxy publishes',
    ],
    [
      'a writable file system',
      'read_only: true',
      'read_only: false',
      'worker: its file system can be written',
    ],
    ['capabilities', 'cap_drop: [ALL]', 'cap_drop: []', 'bot: it keeps capabilities'],
    ['a service that stays down', 'restart: unless-stopped', "restart: 'always'", 'does not come back'],
    [
      'a missing health check',
      "test: ['CMD', 'pg_isready'",
      "x: ['CMD', 'pg_isready'",
      'it has no health check',
    ],
    [
      'a written password',
      'pax_runtime:${POSTGRES_RUNTIME_PASSWORD:?a second long random password of letters and digits}@',
      'pax_runtime:pax@',
      'DATABASE_URL carries a password',
    ],
    [
      'a password that may be empty',
      'REDIS_PASSWORD: ${REDIS_PASSWORD:?',
      'REDIS_PASSWORD: ${REDIS_PASSWORD:-',
      'REDIS_PASSWORD is written down, or may be empty',
    ],
    [
      'a written secret',
      '${SESSION_SECRET:?at least 32 random characters}',
      'hush',
      'SESSION_SECRET is written down',
    ],
    [
      'an owner who serves people',
      '  # The proxy below',
      '  MIGRATION_DATABASE_URL:\n  # The proxy below',
      'worker: MIGRATION_DATABASE_URL is for migrations alone',
    ],
    [
      'a migration without its owner',
      '      MIGRATION_DATABASE_URL: postgres',
      '      DATABASE_URL: postgres',
      'migrate: MIGRATION_DATABASE_URL cannot be set',
    ],
    ['a setting nobody reads', '  LOG_LEVEL:\n', '  LOG_LEVL:\n', 'LOG_LEVL is no setting of the backend'],
    ['a setting nobody can set', '  METRICS_TOKEN:\n', '', 'METRICS_TOKEN cannot be set'],
    [
      'a wait for nobody',
      'migrate: { condition',
      'migration: { condition',
      'waits for migration, which does not exist',
    ],
    [
      'a wait without end',
      'redis: { condition: service_healthy }',
      'redis: { condition: service_completed_successfully }',
      'in a way that never comes true',
    ],
    ['an unknown network', '[outside, queue]', '[outside, queues]', 'bot: no network queues'],
  ])('refuses %s', (_, from, to, fault) => {
    expect(faultsWith(from, to)).toContain(fault);
  });

  it('refuses development ports that others can reach', () => {
    const file = parseCompose(changed(read(DEVELOPMENT), '127.0.0.1:6379:6379', '6379:6379'));
    expect(lintDevelopment(file)).toEqual(['redis: port 6379:6379 is open to others']);
  });

  it('fills variables in as compose does', () => {
    expect(variablesIn('${A:?b} $${C} ${A} $$D')).toEqual(['A']);
    expect(interpolate('${A:?needed}-$$B', { A: '1' })).toBe('1-$B');
    expect(() => interpolate('${A:?needed}', { A: '' })).toThrow('needed');
    const { services } = parseCompose('services: { a: { image: x, environment: { P: , Q: , R: "${P}!" } } }');
    expect(services['a'] && environmentOf(services['a'], { P: '1' })).toEqual({ P: '1', R: '1!' });
  });
});

describe('what a build sees', () => {
  const isIgnored = readIgnoreFile(read('.dockerignore'));

  it('is sources and manifests', () => {
    const wanted = ['package-lock.json', '.npmrc', 'backend/src/main.ts', 'packages/sandbox/package.json'];
    expect(wanted.filter(isIgnored)).toEqual([]);
  });

  it('is no secret, no build and no test', () => {
    const unwanted = [
      '.env',
      'backend/.env.local',
      '.git/config',
      '.data/secrets.json',
      'node_modules/x/index.js',
      'backend/node_modules/x/index.js',
      'backend/dist/programs/main.js',
      'backend/tsconfig.build.tsbuildinfo',
      'bot/src/app.int-spec.ts',
      'packages/sandbox/src/index.ts',
      'packages/system/docs/containers.md',
    ];
    expect(unwanted.filter((path) => !isIgnored(path))).toEqual([]);
  });
});
