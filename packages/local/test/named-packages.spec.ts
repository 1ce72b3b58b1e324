import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The named stack: each package, and where production code imports it; of NestJS its core. */
const NAMED: readonly [name: string, folder: string][] = [
  ['react', 'frontend/src'],
  ['react-dom', 'frontend/src'],
  ['react-router-dom', 'frontend/src'],
  ['socket.io-client', 'frontend/src'],
  ['zustand', 'frontend/src'],
  ['@chakra-ui/react', 'frontend/src'],
  ['@nestjs/core', 'backend/src'],
  ['@nestjs/passport', 'backend/src'],
  // Nest's adapter runs socket.io, which the backend names in types only.
  ['@nestjs/platform-socket.io', 'backend/src'],
  ['typeorm', 'backend/src'],
  ['pg', 'backend/src'],
  ['bullmq', 'backend/src'],
  ['ioredis', 'backend/src'],
  ['stripe', 'backend/src'],
  ['bullmq', 'bot/src'],
  ['discord.js', 'bot/src'],
];
/** Tools of the stack, which run builds and tests. */
const TOOLS = {
  vite: 'frontend/vite.config.ts',
  jest: 'jest.config.mjs',
  supertest: 'backend/test/access-matrix.int-spec.ts',
};

const tracked = execFileSync('git', ['ls-files', 'frontend/src', 'backend/src', 'bot/src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/spec\.tsx?$|(^|\/)test\//.test(file));
const texts = tracked.map((file) => ({ file, text: readFileSync(`${ROOT}/${file}`, 'utf8') }));

describe('the named stack', () => {
  it.each(NAMED)('imports %s in %s, with more than types', (name, folder) => {
    const from = new RegExp(
      `(^import (?!type)[^;]*? from|^import|\\bimport\\()\\s*\\(?'${name.replace('.', '\\.')}(/[^']*)?'`,
      'm',
    );
    const users = texts.filter(({ file, text }) => file.startsWith(`${folder}/`) && from.test(text));
    expect(users).not.toEqual([]);
  });

  it.each(Object.entries(TOOLS))('uses %s in %s', (name, file) => {
    expect(readFileSync(`${ROOT}/${file}`, 'utf8')).toContain(name);
  });
});
