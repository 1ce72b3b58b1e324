import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonFile } from './json-file.js';

let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'json-file-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

describe('JsonFile', () => {
  it('gives back what was saved, as it was when written, in a folder it makes', async () => {
    const folder = join(dir, 'below');
    const file = new JsonFile(folder, 'stand-in');
    const state = { names: ['Mira'] };
    file.save(state);
    state.names.push('Otto');
    await file.flush();
    expect(await new JsonFile(folder, 'stand-in').load()).toEqual({ names: ['Mira', 'Otto'] });
    expect(await readdir(folder)).toEqual(['stand-in.json']);
  });

  it('writes by itself soon after a change, and not without one', async () => {
    const file = new JsonFile(dir, 'stand-in');
    await file.flush();
    expect(await readdir(dir)).toEqual([]);
    file.save({ names: ['Otto'] });
    const deadline = Date.now() + 5_000;
    while (!(await readdir(dir)).includes('stand-in.json') && Date.now() < deadline) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(await file.load()).toEqual({ names: ['Otto'] });
  });

  it('has nothing to give without a file, and puts an unreadable one aside', async () => {
    expect(await new JsonFile(dir, 'stand-in').load()).toBeUndefined();
    await writeFile(join(dir, 'stand-in.json'), '{"names":["Mi');
    expect(await new JsonFile(dir, 'stand-in').load()).toBeUndefined();
    expect(await readdir(dir)).toEqual(['stand-in.json.broken']);
  });
});
