import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findSpecs } from '../lib/find-files.mjs';
import { root } from '../lib/root.mjs';
import {
  BACKEND,
  BACKEND_UNIT,
  BOT,
  BOT_UNIT,
  FRONTEND,
  GROUPINGS,
  groupsOf,
  specsOf,
  SYSTEM,
  writeSpecGroups,
} from '../lib/spec-groups.mjs';
import { specsOfGroup, weightOf } from '../lib/spec-weights.mjs';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Files that Jest finds in projects. */
function listed(projects: readonly string[]): string[] {
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const output = execFileSync(process.execPath, [program, '--listTests', '--selectProjects', ...projects], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.split('\n').filter((line) => /spec\.tsx?$/.test(line));
}

/** Whether a file is one of a grouping's groups, or one of its specs. */
function belongsTo(
  { workspace, folder, suffix, specs }: (typeof GROUPINGS)['system-groups'],
  file: string,
): boolean {
  const path = relative(root, file);
  return specs.test(path) && (!path.startsWith(join(workspace, folder)) || path.endsWith(suffix));
}

describe('the groups of specs', () => {
  let found: readonly string[];
  beforeAll(() => {
    writeSpecGroups();
    found = listed(Object.keys(GROUPINGS));
  });

  it.each(Object.entries(GROUPINGS))(
    'of %s are files that Jest finds, and load each spec once, but those that need a file of their own',
    (_project, grouping) => {
      const files = found.filter((file) => belongsTo(grouping, file));
      const loaded = files.flatMap((file) => {
        const specs = specsOfGroup(file);
        return (specs.length > 0 ? specs : [file]).map((path) => relative(root, path));
      });
      const groups = groupsOf(specsOf(grouping).grouped, grouping.groups);
      expect(files.filter((file) => specsOfGroup(file).length > 0)).toHaveLength(groups.length);
      expect(loaded.length).toBeGreaterThan(groups.length * 5);
      expect(loaded.toSorted()).toEqual(findSpecs(grouping.specs.source).toSorted());
    },
  );
});

describe.each([BACKEND_UNIT, BOT_UNIT, FRONTEND, BACKEND, BOT])('the groups of $workspace', (grouping) => {
  it('take about equally long', () => {
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

  it('puts the whole-shop specs that share a shop into one file, the longest first, and others nowhere', () => {
    const { grouped, alone } = specsOf(SYSTEM);
    const groups = groupsOf(grouped, SYSTEM.groups).map((paths) => ({
      weights: paths.map((path) => weightOf(join(root, path))),
      names: new Set(paths.map((path) => /sharedShop\('(\w+)'\)/.exec(textOf(path))?.[1])),
    }));
    expect(groups.map(({ names }) => names.size)).toEqual(groups.map(() => 1));
    expect(new Set(groups.flatMap(({ names }) => [...names])).size).toBe(groups.length);
    for (const { weights } of groups) expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(alone).toContain('packages/system/src/check/consistency.int-spec.ts');
    expect(grouped.filter((path) => textOf(path).includes('startWholeShop('))).toEqual([]);
  });

  it('leaves a spec alone that changes the modules of its file, or has hooks for all of it', () => {
    const { alone, grouped } = specsOf(FRONTEND);
    expect(alone).toContain('frontend/src/i18n/messages-failed-toast.spec.ts');
    expect(grouped).not.toContain('frontend/src/i18n/messages-failed-toast.spec.ts');
    expect(specsOf(BACKEND).alone).toEqual([]);
    expect(specsOf(BOT_UNIT).alone).toEqual(['bot/src/commands/shop.spec.ts']);
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
