import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledWorkspaces, isBundled } from '../lib/build/bundle.mjs';
import { root } from '../lib/root.mjs';

const programs = bundledWorkspaces.flatMap((workspace) =>
  readdirSync(join(root, workspace, 'dist', 'programs'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${workspace}/dist/programs/${name}`),
);
/** Packages that find and load native code. */
const NATIVE =
  /\/node_modules\/(@img|@node-rs|semver|sharp|msgpackr-extract|node-gyp-build-optional-packages|detect-libc)\//;
/** Files with commands that start a program. */
const STARTS = [
  'backend/Dockerfile',
  'backend/src/support/pictures/picture-encoder.ts',
  'bot/Dockerfile',
  'docker-compose.yml',
  'bot/package.json',
  'packages/local/src/supervisor/start-child.ts',
];

/** Output of a program without settings; the picture worker has no settings, and refuses an empty picture. */
const expectedOutput = (program: string): RegExp =>
  program.endsWith('/picture-worker.js') ? /^3 $/ : /DATABASE_URL|DISCORD_TOKEN/;

/** Files that a program has loaded when it ends for lack of settings, as listed by V8. */
function loadedFiles(program: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pax-loaded-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, program)], {
      env: { NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    });
    expect(`${status} ${stdout}${stderr}`).toMatch(expectedOutput(program));
    const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return [...reports.join('').matchAll(/"url":"(file:[^"]*)"/g)].map(([, url = '']) => fileURLToPath(url));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the programs of backend and bot', () => {
  it.each(bundledWorkspaces)('are bundled from the present build: %s', (workspace) => {
    expect(isBundled(workspace)).toBe(true);
  });

  it.each(programs)('%s starts from a few files of its folder and what loads machine code', (program) => {
    const files = loadedFiles(program);
    const folder = join(root, dirname(program));
    expect(files.filter((file) => !file.startsWith(folder) && !NATIVE.test(file))).toEqual([]);
    expect(files).toContain(join(root, program));
    expect(files.filter((file) => !NATIVE.test(file)).length).toBeLessThan(20);
  });

  it('are what starts anywhere, and nothing else is', () => {
    const started = STARTS.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/(?:(?:backend|bot)\/)?dist\/[\w/.-]+\.js/g)].map(
        ([path]) => path.replace(/^dist/, `${file.split('/', 1)[0]}/dist`),
      ),
    );
    expect([...new Set(started)].toSorted()).toEqual(programs.toSorted());
  });
});
