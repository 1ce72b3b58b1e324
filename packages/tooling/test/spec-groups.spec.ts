import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findSpecs } from '../lib/find-specs.mjs';
import { root } from '../lib/root.mjs';
import { writeSpecGroups } from '../lib/spec-groups.mjs';

describe('the groups of integration specs', () => {
  it('are files that Jest finds, and import each of the backend’s specs once', () => {
    writeSpecGroups();
    const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const listed = execFileSync(
      process.execPath,
      [jest, '--listTests', '--selectProjects', 'backend-int-groups'],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const groups = listed.split('\n').filter((line) => line.endsWith('.int-spec.ts'));
    const imported = groups.flatMap((group) =>
      [...readFileSync(group, 'utf8').matchAll(/^import '(.+)\.js';$/gm)].map(
        ([, path]) => `${relative(root, join(dirname(group), path ?? ''))}.ts`,
      ),
    );
    expect(imported.length).toBeGreaterThan(100);
    expect(imported.toSorted()).toEqual(findSpecs(String.raw`^backend/.*\.int-spec\.ts$`).toSorted());
  });
});
