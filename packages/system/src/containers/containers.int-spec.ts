import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readIgnoreFile } from './build-context.js';
import { COMPOSE, parseCompose } from './compose-file.js';
import { DOCKERFILES, parseDockerfile } from './dockerfile.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { services } = parseCompose(read(COMPOSE));
const development = Object.values(parseCompose(read('packages/system/containers/development.yml')).services);

describe('the services of compose', () => {
  it.each(Object.entries(services))('leave %s no right that it does not need', (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.networks.length).toBeGreaterThan(0);
    expect(service.ports.length > 0).toBe(name === 'proxy');
  });

  it('are reached from this machine only in development', () => {
    const ports = development.flatMap((service) => service.ports);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('name at least a major and a minor version of their images, as the Dockerfiles do', () => {
    const stages = DOCKERFILES.flatMap((path) => parseDockerfile(read(path)));
    const names = new Set(stages.map(({ name }) => name));
    const bases = stages.map(({ from }) => from).filter((from) => !names.has(from));
    const images = [...Object.values(services), ...development].map(({ image }) => image);
    expect([...bases, ...images].filter((image) => !/:v?\d+\.\d+/.test(image))).toEqual([]);
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
      'packages/local/src/index.ts',
      'packages/stand-ins/src/index.ts',
      'packages/system/docs/containers.md',
    ];
    expect(unwanted.filter((path) => !isIgnored(path))).toEqual([]);
  });
});
