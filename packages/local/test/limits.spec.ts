import { describe, expect, it } from '@jest/globals';
import { findConstants, scaleConstant } from '../lib/limits/find-limit-constants.mjs';

/** Evaluates the text with a changed constant. @returns the constant's value */
async function valueAfterChange(text: string, name: string, factor: number): Promise<unknown> {
  const constant = findConstants(text, 'js').find((one) => one.name === name);
  if (constant === undefined) throw new Error(`no ${name}`);
  const source = `${scaleConstant(text, constant, factor)}\nexport const result = ${name};`;
  const module: { result: unknown } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return module.result;
}

describe('periods and limits', () => {
  it('are found in every form in which the sources write them', () => {
    const text = `
      export const WAIT_MS = 2 * HOUR_MS;
      const KEPT_FOR = \`interval '7 days'\`;
      const PER_ACCOUNT = { name: 'join', points: 10, windowMs: 900_000 } as const;
      const PAUSES_MS = [500, 2_000];
      const PER_ADDRESS = rule('login', 50);
      call({ bounds: { bodyLimit: 1024, perAddress: { name: 'quotes', points: 600, windowMs: 60_000 } } });
      const SAME = WAIT_MS, EACH = { name: 'each', points: 5, windowMs: HOUR_MS };
      z.object({ HOLD_PERCENT: z.coerce.number().max(100).default(25), ROLE: z.string().default('all') });
      const lower = 3, WORDS = 'three', CODES = [1, 2];`;
    expect(findConstants(text, 'ts').map(({ name }) => name)).toEqual([
      'WAIT_MS',
      'KEPT_FOR',
      'PER_ACCOUNT.points',
      'PER_ACCOUNT.windowMs',
      'PAUSES_MS.0',
      'PAUSES_MS.1',
      'PER_ADDRESS',
      'bodyLimit',
      'quotes.points',
      'quotes.windowMs',
      'EACH.points',
      'EACH.windowMs',
      'HOLD_PERCENT',
    ]);
  });

  it('are changed by a tenth, whole numbers by one at least, intervals in SQL', async () => {
    expect(await valueAfterChange('const MS = 60 * 1_000;', 'MS', 1.1)).toBe(66_000);
    expect(await valueAfterChange('const MS = 60 * 1_000;', 'MS', 0.9)).toBe(54_000);
    expect(await valueAfterChange('const TRIES = 3;', 'TRIES', 1.1)).toBe(4);
    expect(await valueAfterChange('const TRIES = 3;', 'TRIES', 0.9)).toBe(2);
    expect(await valueAfterChange("const FOR = `interval '7 days'`;", 'FOR', 0.9)).toBe(
      "interval '7 days' * 0.9",
    );
  });
});
