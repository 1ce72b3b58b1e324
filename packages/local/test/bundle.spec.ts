import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled, isBundled } from '../lib/bundle.mjs';
import { root } from '../lib/root.mjs';

const programs = bundled.flatMap((workspace) =>
  readdirSync(join(root, workspace, 'dist', 'programs'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${workspace}/dist/programs/${name}`),
);
/** What finds and loads machine code. */
const NATIVE =
  /\/node_modules\/(@img|@node-rs|semver|sharp|msgpackr-extract|node-gyp-build-optional-packages|detect-libc)\//;
/** The commands of the files that start a program. */
const STARTS = [
  'backend/Dockerfile',
  'backend/src/support/pictures/picture-maker.ts',
  'bot/Dockerfile',
  'docker-compose.yml',
  'bot/package.json',
  'packages/local/src/supervisor/start-child.ts',
];

/** What a program says when it misses its settings; the worker for pictures has none, and refuses an empty one. */
const endOf = (program: string): RegExp =>
  program.endsWith('/picture-worker.js') ? /^3 $/ : /DATABASE_URL|DISCORD_TOKEN/;

/** Every file that a program has loaded when it misses its settings, as V8 lists them at its end. */
function filesOf(program: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pax-loaded-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, program)], {
      env: { NODE_V8_COVERAGE: folder },
      encoding: 'utf8',
    });
    expect(`${status} ${stdout}${stderr}`).toMatch(endOf(program));
    const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return [...reports.join('').matchAll(/"url":"(file:[^"]*)"/g)].map(([, url = '']) => fileURLToPath(url));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the programs of backend and bot', () => {
  it.each(bundled)('are bundled from the present build: %s', (workspace) => {
    expect(isBundled(workspace)).toBe(true);
  });

  it.each(programs)('%s starts from a few files of its folder and what loads machine code', (program) => {
    const files = filesOf(program);
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
