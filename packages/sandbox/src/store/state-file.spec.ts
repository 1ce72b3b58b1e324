import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StateFile } from './state-file.js';

const empty = () => ({ names: [] as string[] });
let dir = '';

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'state-file-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

describe('StateFile', () => {
  it('gives back after reopening what was changed before', async () => {
    const first = await StateFile.open(dir, 'room', 1, empty);
    first.value.names.push('Mira');
    first.changed();
    await first.flush();
    expect((await StateFile.open(dir, 'room', 1, empty)).value).toEqual({ names: ['Mira'] });
    expect(await readdir(dir)).toEqual(['room.json']);
  });

  it('writes by itself soon after a change, and not without one', async () => {
    const file = await StateFile.open(dir, 'room', 1, empty);
    await file.flush();
    expect(await readdir(dir)).toEqual([]);
    file.value.names.push('Otto');
    file.changed();
    const deadline = Date.now() + 5_000;
    while (!(await readdir(dir)).includes('room.json') && Date.now() < deadline) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(await readFile(join(dir, 'room.json'), 'utf8')).toContain('Otto');
  });

  it('starts anew over another version and over a broken file, which it keeps', async () => {
    await writeFile(join(dir, 'room.json'), '{"version":7,"state":{"names":["old"]}}');
    expect((await StateFile.open(dir, 'room', 1, empty)).value).toEqual({ names: [] });
    await writeFile(join(dir, 'room.json'), '{"version":1,"sta');
    expect((await StateFile.open(dir, 'room', 1, empty)).value).toEqual({ names: [] });
    expect(await readdir(dir)).toEqual(['room.json.broken']);
  });
});
