import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { chooseTests } from '../lib/choose-tests.mjs';
import { findSpecs } from '../lib/find-files.mjs';
import { testLevels } from '../lib/test-levels.mjs';
import { root } from '../lib/root.mjs';

const namesOf = (...argv: string[]) => chooseTests(argv).chosen.map(({ level }) => level.name);
const pathsOf = (...argv: string[]) =>
  chooseTests(argv).chosen.flatMap(({ args }) => {
    const at = args.indexOf('--runTestsByPath');
    return at === -1 ? [] : args.slice(at + 1).map((path) => relative(root, path));
  });

describe('npm test', () => {
  it('runs every level but the long one by itself, the checks with them', () => {
    expect(namesOf()).toEqual(['unit', 'int', 'system']);
    expect(chooseTests([])).toMatchObject({ isEverything: true });
    expect(chooseTests([]).chosen.flatMap(({ args }) => args)).toEqual([]);
  });

  it('runs one level by name', () => {
    expect(chooseTests(['--only', 'long'])).toMatchObject({ chosen: [{ args: [] }], isEverything: false });
    expect(namesOf('--only', 'long')).toEqual(['long']);
    expect(namesOf('--only', 'unit', 'packages/local/src')).toEqual(['unit']);
    expect(() => chooseTests(['--only', 'all'])).toThrow('--only takes one of unit, int, system, long');
    expect(() => chooseTests(['--only'])).toThrow('--only takes one of');
    expect(() => chooseTests(['--only', 'unit', 'socket-flood'])).toThrow("No spec's path contains");
  });

  it.each([
    ['choose-tests', ['unit']],
    ['^backend/test/schema', ['int']],
    ['specs/purchase', ['system']],
    ['socket-flood', ['long']],
    ['packages/local/src', ['unit', 'int', 'long']],
  ])('runs the level to which the specs named %j belong, by their paths', (pattern, names) => {
    expect(namesOf(pattern, '-t', 'a name')).toEqual(names);
    expect(pathsOf(pattern, '-t', 'a name').toSorted()).toEqual(findSpecs(pattern).toSorted());
    expect(chooseTests([pattern, '-t', 'a name']).chosen[0]?.args.slice(0, 2)).toEqual(['-t', 'a name']);
  });

  it('takes several patterns, each of which must mean a spec', () => {
    expect(pathsOf('choose-tests', 'socket-flood')).toEqual([
      'packages/local/test/choose-tests.spec.ts',
      'backend/test/socket-flood.long-spec.ts',
    ]);
    expect(() => chooseTests(['choose-tests', 'no-such-spec'])).toThrow(
      "No spec's path contains no-such-spec.",
    );
    expect(() => chooseTests(['-t', 'a name'])).toThrow('-t comes after a pattern');
  });
});

describe('a spec', () => {
  it('belongs to one level, and to a project of Jest', () => {
    const specs = findSpecs('');
    const levelsOf = (path: string) => testLevels.filter(({ files }) => files.test(path)).length;
    expect(specs.filter((path) => levelsOf(path) !== 1)).toEqual([]);
    const projects = testLevels.flatMap((level) => level.projects);
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const listed = execFileSync(process.execPath, [jest, '--listTests', '--selectProjects', ...projects], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const known = listed.split('\n').filter((line) => /spec\.tsx?$/.test(line));
    expect(known.map((path) => relative(root, path)).toSorted()).toEqual(specs.toSorted());
  });
});
