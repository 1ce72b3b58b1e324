import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import {
  findFailures,
  type Failure,
  formatReport,
  specsToRepeat,
  mergeSecondTry,
} from '../lib/test-report.mjs';
import { root } from '../lib/root.mjs';

const failure = (path: string, test?: string): Failure => ({ path, message: 'm', ...(test && { test }) });
const count = (passed: number, failures: Failure[]) => ({
  passed,
  failed: failures.length,
  failures,
  slow: [],
});

describe('the failures of a level', () => {
  it('name the spec of a group, the test and what was expected, without colours', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pax-failures-'));
    const group = join(folder, 'spec-groups', '1.int-spec.ts');
    mkdirSync(join(folder, 'spec-groups'));
    writeFileSync(join(folder, 'one.int-spec.ts'), "describe('one', …");
    writeFileSync(join(folder, 'two.int-spec.ts'), "describe('two', …");
    writeFileSync(group, "import '../one.int-spec.js';\nimport '../two.int-spec.js';\n");
    const test = (status: string, title: string, text?: string) => ({
      title,
      ancestorTitles: ['two'],
      status,
      failureMessages: text === undefined ? [] : [text],
    });
    const long = `\u001B[31mExpected\u001B[39m: 1\n${'at line\n'.repeat(40)}`;
    const files = [
      {
        name: group,
        status: 'failed',
        message: '',
        assertionResults: [test('passed', 'is well'), test('failed', 'is ill', long)],
      },
      {
        name: join(folder, 'one.int-spec.ts'),
        status: 'failed',
        message: 'not closed',
        assertionResults: [],
      },
      { name: join(folder, 'two.int-spec.ts'), status: 'passed', message: '', assertionResults: [] },
    ];
    const [ill, itself, ...rest] = findFailures(files);
    rmSync(folder, { recursive: true });
    expect(ill).toMatchObject({
      path: relative(root, join(folder, 'two.int-spec.ts')),
      test: 'two › is ill',
    });
    expect(ill?.message.split('\n')).toHaveLength(25);
    expect(ill?.message).toMatch(/^Expected: 1\nat line/);
    expect(itself).toEqual({ path: relative(root, join(folder, 'one.int-spec.ts')), message: 'not closed' });
    expect(rest).toEqual([]);
  });

  it('stand at the end of the log, with the levels that were not run', () => {
    const failed = { ...count(3, [failure('a.spec.ts', 'is ill')]), unstable: [] };
    const shaky = { ...count(2, []), unstable: [failure('b.spec.ts', 'is shaky')] };
    expect(formatReport([failed, shaky], ['system'])).toEqual({
      text: [
        '',
        '  failed',
        '  ✗ a.spec.ts: is ill',
        '      m',
        '',
        '  FAILED BESIDE OTHERS, PASSED BY ITSELF: each is a task',
        '  ✗ b.spec.ts: is shaky',
        '      m',
        '',
        'not run: system',
        '',
        '5 passed, 1 failed, 1 of the passed only at a second try',
      ].join('\n'),
      isGreen: false,
    });
    expect(formatReport([shaky], []).isGreen).toBe(true);
    expect(formatReport([], [])).toEqual({ text: '\n0 passed, 0 failed', isGreen: false });
  });
});

describe('specs that failed beside others', () => {
  it('are run once more by themselves, when they are few', () => {
    const two = [failure('a.spec.ts', 'x'), failure('a.spec.ts', 'y'), failure('b.spec.ts', 'z')];
    expect(specsToRepeat(two)).toEqual(['a.spec.ts', 'b.spec.ts']);
    expect(specsToRepeat(['a', 'b', 'c', 'd'].map((path) => failure(path, 'x')))).toEqual([]);
    expect(specsToRepeat([])).toEqual([]);
  });

  it.each([
    ['a race', failure('backend/test/races.int-spec.ts', 'x')],
    ['a death', failure('packages/system/src/faults/faults.int-spec.ts', 'x')],
    ['the model', failure('backend/test/model.int-spec.ts', 'x')],
    ['a purchase', failure('backend/src/shop/checkout/settle/card-purchase.int-spec.ts', 'x')],
    ['a refund', failure('backend/src/shop/refunds/send-refunds.int-spec.ts', 'x')],
    ['a race of a module', failure('backend/src/support/tickets/claim-races.int-spec.ts', 'x')],
    ['a purchase of the whole', failure('packages/system/src/specs/purchase.int-spec.ts', 'x')],
    ['a rush', failure('packages/system/src/specs/rush.int-spec.ts', 'x')],
    ['a bot that dies', failure('bot/src/deaths.int-spec.ts', 'x')],
    ['an invariant at the end of a shop', failure('backend/src/office/users/users.int-spec.ts')],
  ])('get no second try for %s', (_, finding) => {
    expect(specsToRepeat([failure('a.spec.ts', 'x'), finding])).toEqual([]);
  });

  it('count as passed and are named when they pass, else stay failed', () => {
    const first = count(7, [failure('a.spec.ts', 'x'), failure('a.spec.ts', 'y')]);
    expect(mergeSecondTry(first, count(9, []))).toMatchObject({
      passed: 9,
      failed: 0,
      failures: [],
      unstable: first.failures,
    });
    expect(mergeSecondTry(first, count(8, [failure('a.spec.ts', 'y')]))).toEqual({ ...first, unstable: [] });
  });
});
