import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const COMMAND = join(dirname(fileURLToPath(import.meta.url)), '../bin/requirement-coverage.mjs');
const SHOP = 'packages/contracts/docs/requirements/shop.md';
const OPEN = 'packages/contracts/docs/requirements/open.md';
const SPEC = 'backend/src/cart.spec.ts';

// Composed, so that these invented ids are not taken for citations of real requirements.
const shop = (number: string) => ['SHOP', number].join('-');
const decision = (number: string) => ['D', number].join('-');
const title = (id: string) => `it('does so (${id})', () => {});\n`;

describe('the requirement check (D-66)', () => {
  let root: string;

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const run = (...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, '--root', root, ...options], {
      encoding: 'utf8',
    });
    return { status, summary: stdout.trim(), problems: stderr.trim() };
  };

  /** Two requirements, the first tested, the second open: no problem. */
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'requirements-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
    write(SHOP, `# Shop\n\n${shop('1.1')}: One. (${decision('01')})\n\n${shop('1.2')}: Says "Two."\n`);
    write(OPEN, `# Open\n\n- ${shop('1.2')} needs a browser\n`);
    write('packages/contracts/docs/decisions/trust.md', `# Trust\n\n## ${decision('01')}: One\n`);
    write(SPEC, title(shop('1.1')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('passes and sums up when each requirement is tested or open', () => {
    expect(run()).toEqual({ status: 0, summary: 'requirements: 2 total, 1 tested, 1 open', problems: '' });
  });

  it('accepts tests of every kind', () => {
    write(OPEN, '');
    write('frontend/src/cart.spec.tsx', title(shop('1.2')));
    expect(run().status).toBe(0);
    rmSync(join(root, 'frontend'), { recursive: true });
    expect(run().status).toBe(1);
    write('packages/system/src/buy.int-spec.ts', title(shop('1.2')));
    expect(run().status).toBe(0);
  });

  it('refuses a requirement without a test or a place in the open list', () => {
    write(OPEN, '');
    write('backend/src/cart.ts', `/** Serves ${shop('1.2')}; a docstring is no test. */\n`);
    expect(run()).toMatchObject({
      status: 1,
      problems: `${SHOP}:5: ${shop('1.2')} has neither a test nor a place in the open list`,
    });
  });

  it('refuses unknown ids in tests, docstrings and requirements', () => {
    write('bot/src/claim.ts', `// ${shop('1.10')}\n`);
    write(SPEC, title(`${shop('1.1')}, ${decision('07')}`));
    const { status, problems } = run();
    expect(status).toBe(1);
    expect(problems.split('\n').sort()).toEqual([
      `${SPEC}:1: cites ${decision('07')}, which does not exist`,
      `bot/src/claim.ts:1: cites ${shop('1.10')}, which does not exist`,
    ]);
  });

  it('refuses an id that is defined twice and a line it can not read', () => {
    write(SHOP, `${shop('1.1')}: One.\n${shop('1.2')}: Two.\n${shop('1.1')}: Again.\n${shop('1.2')} — no.\n`);
    const { status, problems } = run();
    expect(status).toBe(1);
    expect(problems).toContain(`${SHOP}:3: ${shop('1.1')} is defined twice, first in ${SHOP}:1`);
    expect(problems).toContain(`${SHOP}:4: not of the form`);
  });

  it('refuses an open id that has a test, and takes it out with --fix-open', () => {
    write(OPEN, `# Open\n\n- ${shop('1.1')}\n- ${shop('1.2')} needs a browser\n`);
    expect(run()).toMatchObject({
      status: 1,
      problems: expect.stringContaining('listed as open but has a test'),
    });
    expect(run('--fix-open').status).toBe(0);
    expect(readFileSync(join(root, OPEN), 'utf8')).toBe(`# Open\n\n- ${shop('1.2')} needs a browser\n`);
  });

  it('refuses an open id that does not exist', () => {
    write(OPEN, `- ${shop('1.2')}\n- ${shop('9.9')}\n`);
    expect(run()).toMatchObject({
      status: 1,
      problems: `${OPEN}:2: ${shop('9.9')} is listed as open but does not exist`,
    });
  });

  it('leaves out what Git ignores, and files that were deleted', () => {
    write('.gitignore', 'dist/\n');
    write('backend/dist/old.spec.ts', title(shop('9.9')));
    write('backend/src/gone.spec.ts', title(shop('9.9')));
    execFileSync('git', ['add', '.'], { cwd: root });
    rmSync(join(root, 'backend/src/gone.spec.ts'));
    expect(run().status).toBe(0);
  });
});
