import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/**
 * Lints lines of TSX by one rule of `lib/checks/lint-rules.mjs`.
 * @returns the numbers of the lines, from 1, in which it finds something
 */
export function lintLines(rule: string, lines: readonly string[]): Set<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pax-lint-'));
  const jsPlugins = [join(root, 'packages/local/lib/checks/lint-rules.mjs')];
  const config = { categories: { correctness: 'off' }, jsPlugins, rules: { [rule]: 'error' } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'parts.tsx'), lines.join('\n'));
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '-c', join(folder, 'config.json'), '--format', 'unix', join(folder, 'parts.tsx')];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return new Set([...stdout.matchAll(/parts\.tsx:(\d+):/g)].map(([, line]) => Number(line)));
}
