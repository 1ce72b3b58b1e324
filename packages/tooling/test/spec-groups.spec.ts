import { describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { findSpecs } from '../lib/find-specs.mjs';
import { root } from '../lib/root.mjs';
import { BACKEND, FRONTEND, groupsOf, specsOf, writeSpecGroups } from '../lib/spec-groups.mjs';
import { specsOfGroup, weightOf } from '../lib/spec-weights.mjs';

/** Files that Jest finds in a project. */
function listed(project: string): string[] {
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const output = execFileSync(process.execPath, [program, '--listTests', '--selectProjects', project], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\n').filter((line) => /spec\.tsx?$/.test(line));
}

describe.each([
  ['backend-int-groups', BACKEND],
  ['frontend-groups', FRONTEND],
])('the groups of specs in %s', (project, grouping) => {
  it('are files that Jest finds, and load each spec once, but those that need a file of their own', () => {
    writeSpecGroups();
    const files = listed(project);
    const loaded = files.flatMap((file) => {
      const specs = specsOfGroup(file);
      return (specs.length > 0 ? specs : [file]).map((path) => relative(root, path));
    });
    expect(files.filter((file) => specsOfGroup(file).length > 0)).toHaveLength(grouping.groups);
    expect(loaded.length).toBeGreaterThan(100);
    expect(loaded.toSorted()).toEqual(findSpecs(grouping.specs.source).toSorted());
  });

  it('take about equally long (OWN-660)', () => {
    const { grouped } = specsOf(grouping);
    const seconds = groupsOf(grouped, grouping.groups).map((group) =>
      group.reduce((sum, path) => sum + weightOf(join(root, path)), 0),
    );
    const longest = Math.max(...grouped.map((path) => weightOf(join(root, path))));
    expect(Math.max(...seconds)).toBeLessThan(Math.max(longest, Math.min(...seconds)) * 1.2);
  });
});

describe('a grouping', () => {
  it('deals by seconds, the longest first', () => {
    const weights: Record<string, number> = { a: 1, b: 1, c: 2 };
    expect(groupsOf(['a', 'b', 'c'], 2, (path) => weights[path] ?? 0)).toEqual([['c'], ['a', 'b']]);
    expect(groupsOf(['a'], 2, () => 1)).toEqual([['a']]);
  });

  it('leaves a spec alone that changes the modules of its file (OWN-661)', () => {
    const { alone, grouped } = specsOf(FRONTEND);
    expect(alone).toContain('frontend/src/i18n/missing-messages.spec.ts');
    expect(grouped).not.toContain('frontend/src/i18n/missing-messages.spec.ts');
    expect(specsOf(BACKEND).alone).toEqual([]);
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
