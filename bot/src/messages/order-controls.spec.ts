import { describe, expect, it } from '@jest/globals';
import type { Post } from '@pax/contracts';
import { anAlertPost, anOrderPost, NOON_TOKEN } from '../../test/samples.js';
import { createOrderControls } from './order-controls.js';

const optionsOf = (posts: Post[]): string[][] =>
  createOrderControls(posts).map(({ components }) =>
    components.flatMap((one) => ('options' in one ? (one.options ?? []).map(({ value }) => value) : [])),
  );

describe('what is below posts of orders', () => {
  it('are buttons for one order, by its newest state (OWN-1586)', () => {
    const twice = [
      anOrderPost(1, { version: 1 }),
      anOrderPost(2, { id: 1_001, status: 'processing', version: 2 }),
    ];
    const ids = createOrderControls(twice)[0]?.components.map((one) => 'custom_id' in one && one.custom_id);
    expect(ids).toEqual(['complete', 'release'].map((move) => `order:${move}:1001:${NOON_TOKEN}`));
    expect(createOrderControls([anAlertPost(1, 'x')])).toEqual([]);
  });

  it('is one select menu for several, with what the state table allows of each', () => {
    const posts = [
      anOrderPost(1),
      anOrderPost(2, { status: 'processing' }),
      anOrderPost(3, { status: 'completed' }),
      anOrderPost(4, { paymentStatus: 'unconfirmed' }),
    ];
    expect(optionsOf(posts)).toEqual([
      ['process.1001', 'complete.1001', 'complete.1002', 'release.1002', 'process.1004'].map(
        (one) => `${one}.${NOON_TOKEN}`,
      ),
    ]);
    expect(createOrderControls(posts)[0]?.components).toMatchObject([{ custom_id: '1:order-select' }]);
  });

  it('becomes buttons again when one order alone is left to move, and nothing after the last', () => {
    const left = [anOrderPost(1), anOrderPost(2, { status: 'completed' })];
    expect(JSON.stringify(createOrderControls(left))).toContain(`"order:process:1001:${NOON_TOKEN}"`);
    expect(createOrderControls(left.map(({ id }) => anOrderPost(id, { status: 'archived' })))).toEqual([]);
  });

  it('says in each choice how much one piece is, however long the name (OWN-1241)', () => {
    const long = { productName: `${'Golden Apples '.repeat(6).trim()} (${'9'.repeat(20)})`, quantity: 999 };
    const texts = JSON.stringify(createOrderControls([anOrderPost(1, long), anOrderPost(2, long)]));
    expect(texts.split(`… (${'9'.repeat(20)})"`)).toHaveLength(5);
  });

  it('stays within Discord’s limits for ten orders with long names', () => {
    const long = { productName: 'Ω'.repeat(300) };
    const [row] = createOrderControls(Array.from({ length: 10 }, (_, index) => anOrderPost(index + 1, long)));
    const options = row?.components.flatMap((one) => ('options' in one ? (one.options ?? []) : [])) ?? [];
    expect(options).toHaveLength(20);
    expect(new Set(options.map(({ value }) => value)).size).toBe(20);
    for (const { label, description = '' } of options) {
      expect(label.length).toBeLessThanOrEqual(100);
      expect(description.length).toBeLessThanOrEqual(100);
    }
  });
});
