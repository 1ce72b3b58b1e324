import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareMachine } from '../lib/machine.mjs';

const LIMIT_MS = 5_000;
const isRoot = process.getuid?.() === 0;
/** Nothing is there: neither Redis nor a browser. */
const BARE = { CHROMIUM_PATH: '/no/browser' };

describe('what npm test needs of a machine (OWN-221)', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-machine-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const log = (): string => join(folder, 'calls');
  const addProgram = (name: string, exitCode = 0): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" >>'${log()}'\nexit ${exitCode}\n`, {
      mode: 0o755,
    });
  const prepare = (): Promise<void> => prepareMachine({ ...BARE, PATH: folder });

  it(
    'is named in one line where it can not be brought',
    async () => {
      await expect(prepare()).rejects.toThrow(
        /^The tests need redis-server and chromium; install redis-server and chromium with [^\n]*$/,
      );
    },
    LIMIT_MS,
  );

  it('is brought as root, and asked for with the one command by anybody else', async () => {
    addProgram('apt-get');
    const said = await prepare().then(
      () => readFileSync(log(), 'utf8'),
      (error: unknown) => String(error),
    );
    expect(said).toContain(
      isRoot
        ? 'install -y --no-install-recommends redis-server chromium'
        : 'run: sudo apt-get install -y redis-server chromium',
    );
  });

  it('is asked for with the one command where bringing it fails', async () => {
    addProgram('apt-get', 1);
    await expect(prepare()).rejects.toThrow('apt-get install -y redis-server chromium');
  });

  it('is nothing where both are there', async () => {
    for (const name of ['redis-server', 'apt-get', 'browser']) addProgram(name);
    await prepareMachine({ PATH: folder, CHROMIUM_PATH: join(folder, 'browser') });
    expect(() => readFileSync(log(), 'utf8')).toThrow('ENOENT');
  });
});
