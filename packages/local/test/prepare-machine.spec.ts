import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareMachine } from '../lib/prepare-machine.mjs';

/** Environment without Redis and without a browser. */
const BARE = { CHROMIUM_PATH: '/no/browser' };

describe('what npm test needs of a machine', () => {
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
  const prepare = (isRoot: boolean): Promise<void> => prepareMachine({ ...BARE, PATH: folder }, { isRoot });

  it.each([true, false])('is named in one line where it can not be brought (as root: %s)', async (isRoot) => {
    await expect(prepare(isRoot)).rejects.toThrow(
      /^The tests need redis-server and chromium; install redis-server and chromium with [^\n]*$/,
    );
  });

  it('is brought as root', async () => {
    addProgram('apt-get');
    await prepare(true);
    expect(readFileSync(log(), 'utf8')).toBe('install -y --no-install-recommends redis-server chromium\n');
  });

  it('is asked for with the one command by anybody else, and nothing is run', async () => {
    addProgram('apt-get');
    await expect(prepare(false)).rejects.toThrow('run: sudo apt-get install -y redis-server chromium');
    expect(() => readFileSync(log(), 'utf8')).toThrow('ENOENT');
  });

  it('is asked for with the one command where bringing it fails', async () => {
    addProgram('apt-get', 1);
    await expect(prepare(true)).rejects.toThrow('this failed: apt-get install -y redis-server chromium');
  });

  it('is a font of emoji for pictures alone, where there is none', async () => {
    for (const name of ['redis-server', 'apt-get', 'browser']) addProgram(name);
    const env = { PATH: folder, CHROMIUM_PATH: join(folder, 'browser') };
    const none = join(folder, 'none.ttf');
    const pictures = (font: string, isRoot: boolean): Promise<void> =>
      prepareMachine(env, { isRoot, forPictures: true, fonts: [none, font] });
    await pictures(join(folder, 'browser'), true);
    await prepareMachine(env, { isRoot: true, fonts: [none] });
    await expect(pictures(none, false)).rejects.toThrow(
      'The pictures need fonts-noto-color-emoji; run: sudo apt-get install -y fonts-noto-color-emoji',
    );
    expect(() => readFileSync(log(), 'utf8')).toThrow('ENOENT');
    await pictures(none, true);
    expect(readFileSync(log(), 'utf8')).toBe('install -y --no-install-recommends fonts-noto-color-emoji\n');
  });

  it('is nothing where both are there', async () => {
    for (const name of ['redis-server', 'apt-get', 'browser']) addProgram(name);
    await prepareMachine({ PATH: folder, CHROMIUM_PATH: join(folder, 'browser') });
    expect(() => readFileSync(log(), 'utf8')).toThrow('ENOENT');
  });
});
