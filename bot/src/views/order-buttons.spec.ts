import { describe, expect, it } from '@jest/globals';
import type { Post } from '@pax/contracts';
import { anAlertPost, anOrderPost } from '../../test/samples.js';
import { orderButtons } from './order-buttons.js';

const ids = (posts: Post[]) =>
  orderButtons(posts).map(({ components }) =>
    components.map((component) => ('custom_id' in component ? component.custom_id : '')),
  );

describe('orderButtons', () => {
  it('offers what the state table allows (OWN-93)', () => {
    expect(ids([anOrderPost(1)])).toEqual([['order:process:1001', 'order:complete:1001']]);
    expect(ids([anOrderPost(1, { status: 'processing' })])).toEqual([['order:complete:1001']]);
    expect(ids([anOrderPost(1, { paymentStatus: 'unconfirmed' })])).toEqual([['order:process:1001']]);
    expect(ids([anOrderPost(1, { status: 'completed' })])).toEqual([]);
    expect(ids([anAlertPost(1, 'x')])).toEqual([]);
  });

  it('fits ten orders into five rows', () => {
    const rows = ids(Array.from({ length: 10 }, (_, index) => anOrderPost(index + 1)));
    expect(rows.map((row) => row.length)).toEqual([4, 4, 4, 4, 4]);
  });

  it('gives an order with two posts one set, by its newest state', () => {
    const posts = [
      anOrderPost(1, { version: 1 }),
      anOrderPost(2, { id: 1_001, status: 'processing', version: 2 }),
    ];
    expect(ids(posts)).toEqual([['order:complete:1001']]);
  });
});
