import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { sortLongestFirst } from '../jest/longest-first-sequencer.mjs';
import { root } from '../lib/root.mjs';
import { findSlowestSpecs } from '../lib/test-report.mjs';

let folder: string;
/** Writes a file. @returns its path */
const write = (path: string, text: string): string => {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pax-slow-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the slowest specs of a level', () => {
  it('are named with their seconds, each of a group by itself, with what starts its shop', () => {
    const races = write('src/races.int-spec.ts', "describe.each(SIZES)('a race for the last piece of $n', …");
    const model = write('src/model.int-spec.ts', "describe('the model', …");
    const group = write(
      'dist/spec-groups/1.int-spec.ts',
      "import '../../src/races.int-spec.js';\nimport '../../src/model.int-spec.js';\n",
    );
    const test = (outermost: string, startAt: number, duration: number) => ({
      title: 'goes well',
      ancestorTitles: [outermost],
      startAt,
      duration,
    });
    const files = [
      { name: join(folder, 'fast.spec.ts'), startTime: 0, endTime: 500, assertionResults: [] },
      {
        name: group,
        startTime: 1_000,
        endTime: 20_000,
        assertionResults: [
          test('a race for the last piece of 10', 3_000, 2_000),
          test('the model', 6_000, 13_000),
        ],
      },
    ];
    const named = (path: string, seconds: number) => ({ path: relative(root, path), seconds });
    expect(findSlowestSpecs(files, 3)).toEqual([
      named(model, 15),
      named(races, 4),
      named(join(folder, 'fast.spec.ts'), 0.5),
    ]);
    expect(findSlowestSpecs(files, 1)).toHaveLength(1);
  });
});

describe('the order of a level', () => {
  it('begins with what takes longest, a group with all its specs', () => {
    const short = write('short.int-spec.ts', 'it\n'.repeat(30));
    const long = write('long.int-spec.ts', 'it\n'.repeat(50));
    const group = write(
      'dist/spec-groups/1.int-spec.ts',
      "import '../../short.int-spec.js';\nimport '../../long.int-spec.js';\n",
    );
    const sorted = sortLongestFirst([short, long, group].map((path) => ({ path })));
    expect(sorted.map(({ path }) => path)).toEqual([group, long, short]);
  });
});
