import { describe, expect, it } from '@jest/globals';
import * as contracts from '@pax/contracts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineCallDefinitions, readCallDefinitions } from './inline-call-definitions-plugin';

const inlined = (code: string) => inlineCallDefinitions(code, { ...contracts });

describe('calls in the built page', () => {
  it('have method and path in the place of a definition, so that no schema is in it', () => {
    const code = 'import { loyaltyCalls } from "@pax/contracts";\nuse(loyaltyCalls.loyalty);';
    expect(inlined(code)).toContain('use(({ method: "GET", path: "/api/loyalty" }));');
  });

  it('leave other objects of the name alone, and must be defined', () => {
    expect(inlined('use(loyaltyCalls.loyalty)')).toBe('use(loyaltyCalls.loyalty)');
    expect(() => inlined('import { authCalls } from "@pax/contracts";\nuse(authCalls.nothing)')).toThrow(
      'authCalls.nothing',
    );
  });

  it.each([
    ['taken apart', 'import { authCalls } from "@pax/contracts";\nconst { logout } = authCalls;'],
    ['found by key', 'import { authCalls } from "@pax/contracts";\nuse(authCalls[name]);'],
    ['renamed', 'import { authCalls as calls } from "@pax/contracts";\nuse(calls.logout);'],
    ['under one name', 'import * as contracts from "@pax/contracts";\nuse(contracts.authCalls.logout);'],
  ])('fail the build where they are %s, because their schemas would be built in', (_, code) => {
    expect(() => inlined(code)).toThrow(/by their name|as area.name only/);
  });
});

it('definitions are read again for each build, as they are then', () => {
  const root = mkdtempSync(join(tmpdir(), 'pax-calls-'));
  const folder = join(root, 'node_modules/@pax/contracts');
  mkdirSync(join(folder, 'calls'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  writeFileSync(join(folder, 'index.js'), "export * from './calls/auth.js';");
  const define = (path: string): void => {
    const call = `{ method: 'POST', path: '${path}', body: {} }`;
    writeFileSync(join(folder, 'calls/auth.js'), `export const authCalls = { logout: ${call} };`);
  };
  define('/api/old');
  expect(readCallDefinitions(root).areas).toEqual({
    authCalls: { logout: { method: 'POST', path: '/api/old' } },
  });
  define('/api/new');
  const { areas, files } = readCallDefinitions(root);
  expect(areas).toEqual({ authCalls: { logout: { method: 'POST', path: '/api/new' } } });
  expect(files).toEqual([join(folder, 'calls/auth.js')]);
  rmSync(root, { recursive: true });
});
