import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../lib/root.mjs';

const CRUISER = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
const RULES = join(root, '.dependency-cruiser.cjs');

describe('the boundaries between parts', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pax-boundaries-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Writes a source that imports the given files. */
  const add = (path: string, ...imported: string[]): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const lines = imported.map((from, place) => `import { a as b${place} } from '${from}';`);
    const used = imported.map((_, place) => `b${place}`).join(', ');
    writeFileSync(join(folder, path), [...lines, `export const a = [${used}];`, ''].join('\n'));
  };
  const run = () => {
    const args = [CRUISER, '--config', RULES, '--no-progress', '.'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    return { failed: status !== 0, broken: [...stdout.matchAll(/error ([\w-]+):/g)].map(([, rule]) => rule) };
  };

  it('hold where every arrow points one way', () => {
    add('backend/src/platform/clock.ts');
    add('backend/src/people/names.ts', '../platform/clock');
    add('backend/src/shop/orders.ts', '../platform/clock');
    expect(run()).toEqual({ failed: false, broken: [] });
  });

  it.each([
    ['backend-order-of-platform', 'backend/src/platform/clock.ts', 'backend/src/shop/shop.module.ts'],
    ['deployables-apart', 'bot/src/messages/order.ts', 'backend/src/shop/orders.ts'],
    ['backend-doors-of-shop', 'backend/src/support/create.ts', 'backend/src/shop/orders/inner.ts'],
    [
      'frontend-features-apart',
      'frontend/src/features/market/cart.ts',
      'frontend/src/features/checkout/pay.ts',
    ],
  ])('fail the check where %s is broken', (rule, from, to) => {
    add(to);
    const back = '../'.repeat(from.split('/').length - 1);
    add(from, `${back}${to.replace(/\.ts$/, '')}`);
    expect(run()).toEqual({ failed: true, broken: [rule] });
  });

  it('keep what only specs need in the folders of tests', () => {
    add('frontend/src/test/fake-response.ts');
    add('frontend/src/features/market/cart.ts');
    add('frontend/src/features/market/cart.spec.ts', './cart', '../../test/fake-response');
    add('frontend/src/start/main.ts', '../features/market/cart');
    expect(run()).toEqual({ failed: false, broken: [] });
    add('frontend/src/features/market/harness.ts', '../../test/fake-response');
    expect(run()).toEqual({ failed: true, broken: ['test-helpers-apart', 'only-specs-need-it-in-frontend'] });
  });

  it('fail the check where two files import each other', () => {
    add('frontend/src/lib/one.ts', './two');
    add('frontend/src/lib/two.ts', './one');
    expect(run()).toMatchObject({ failed: true, broken: expect.arrayContaining(['no-cycles']) });
  });
});
