import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readIgnoreFile } from './build-context.js';
import {
  COMPOSE,
  DEVELOPMENT,
  environmentOf,
  interpolate,
  parseCompose,
  variablesIn,
} from './compose-file.js';
import { DOCKERFILES, healthCommand, pairsOf, parseDockerfile } from './dockerfile.js';
import { knownSettings } from './known-settings.js';
import { isPinned, lintCompose, lintDevelopment } from './lint-compose.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const settings = { backend: knownSettings(ROOT, 'backend'), bot: knownSettings(ROOT, 'bot') };

/** The file with one thing changed, which has to be there to be changed. */
function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`nothing like ${from} to change`);
  return text.replaceAll(from, to);
}

describe('the compose files', () => {
  it('are in order', () => {
    expect(lintCompose(parseCompose(read(COMPOSE)), settings)).toEqual([]);
    expect(lintDevelopment(parseCompose(read(DEVELOPMENT)))).toEqual([]);
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

describe('the images', () => {
  const stages = DOCKERFILES.flatMap((path) => parseDockerfile(read(path)));

  it('stand on one pinned Node, are locked, and carry no secret', () => {
    const names = new Set(stages.map(({ name }) => name));
    const bases = new Set(stages.map(({ from }) => from).filter((from) => !names.has(from)));
    expect([...bases].map(isPinned)).toEqual([true]);
    const lines = stages.flatMap(({ instructions }) => instructions);
    expect(lines.filter(({ name, rest }) => name === 'RUN' && /\bnpm (i|install)\b/.test(rest))).toEqual([]);
    expect(lines.filter(({ name }) => name === 'ENV').flatMap(pairsOf)).toEqual([
      ['NODE_ENV', 'production'],
      ['HOST', '0.0.0.0'],
      ['PORT', '3000'],
      ['NODE_ENV', 'production'],
    ]);
  });

  it('are pinned when their tags name a version', () => {
    expect(['postgres:18.4', 'redis:8.10.2-trixie', 'caddy:2.10.2-alpine'].filter(isPinned)).toHaveLength(3);
    expect(['postgres', 'postgres:18', 'redis:latest', 'localhost:5000/redis'].filter(isPinned)).toEqual([]);
  });

  it('have continued lines and health checks', () => {
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
    const wanted = ['package-lock.json', '.npmrc', 'backend/src/main.ts', 'packages/stand-ins/package.json'];
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
      'packages/stand-ins/src/index.ts',
      'packages/system/docs/containers.md',
    ];
    expect(unwanted.filter((path) => !isIgnored(path))).toEqual([]);
  });
});
