import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Copies the files of a checkout that are tracked or new and that .dockerignore does not exclude, as a fresh clone has
 * them.
 * @returns the number of files
 */
export function copyBuildContext(from: string, to: string): number {
  const isIgnored = readIgnoreFile(readFileSync(join(from, '.dockerignore'), 'utf8'));
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', args, { cwd: from, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((path) => path !== '' && !isIgnored(path) && existsSync(join(from, path)));
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
  return paths.length;
}

/**
 * Reads a .dockerignore: the last pattern that matches a path or a folder above it decides; `!` includes again.
 * @returns function that tells whether a path (relative, with `/`) is excluded
 */
export function readIgnoreFile(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      ignores: !line.startsWith('!'),
      pattern: toPattern(line.replace(/^!/, '').replace(/^\/|\/$/g, '')),
    }));
  return (path) => {
    const candidates = withFoldersAbove(path);
    const last = rules.findLast(({ pattern }) => candidates.some((candidate) => pattern.test(candidate)));
    return last?.ignores ?? false;
  };
}

function withFoldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function toPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**/') return '(?:.*/)?';
      if (part === '**') return '.*';
      if (part === '*') return '[^/]*';
      if (part === '?') return '[^/]';
      return part.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
    })
    .join('');
  return new RegExp(`^${source}$`);
}
