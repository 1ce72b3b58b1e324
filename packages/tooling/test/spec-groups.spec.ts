import { describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { findSpecs } from '../lib/find-specs.mjs';
import { root } from '../lib/root.mjs';
import { groupsOf, writeSpecGroups } from '../lib/spec-groups.mjs';
import { specsOfGroup, weightOf } from '../lib/spec-weights.mjs';

describe('the groups of integration specs', () => {
  it('are files that Jest finds, and import each of the backend’s specs once', () => {
    writeSpecGroups();
    const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const listed = execFileSync(
      process.execPath,
      [program, '--listTests', '--selectProjects', 'backend-int-groups'],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const groups = listed.split('\n').filter((line) => line.endsWith('.int-spec.ts'));
    const imported = groups.flatMap((group) => specsOfGroup(group).map((path) => relative(root, path)));
    expect(imported.length).toBeGreaterThan(100);
    expect(imported.toSorted()).toEqual(findSpecs(String.raw`^backend/.*\.int-spec\.ts$`).toSorted());
  });

  it('take about equally long (OWN-660)', () => {
    const specs = findSpecs(String.raw`^backend/.*\.int-spec\.ts$`);
    const seconds = groupsOf(specs).map((group) =>
      group.reduce((sum, path) => sum + weightOf(join(root, path)), 0),
    );
    const longest = Math.max(...specs.map((path) => weightOf(join(root, path))));
    expect(Math.max(...seconds)).toBeLessThan(Math.max(longest, Math.min(...seconds)) * 1.2);
    expect(groupsOf(['a', 'b', 'c'], () => 1).map((group) => group.length)).toEqual([1, 1, 1]);
  });
});

describe('the timeout of a file of several specs', () => {
  it('is the longest that one of them sets, not the last one', async () => {
    await import('../jest/longest-timeout.mjs');
    jest.setTimeout(50_000);
    jest.setTimeout(20_000);
    expect(Reflect.get(globalThis, Symbol.for('TEST_TIMEOUT_SYMBOL'))).toBe(50_000);
  });
});
