import { describe, expect, it } from '@jest/globals';
import { pageOf } from '../../test/order-lists';
import { nextCursorOf, collectRows } from './paged-list';

describe('cursorOf', () => {
  it('reads the cursor of the next page', () => {
    expect(nextCursorOf('</api/admin/orders?limit=500&cursor=17>; rel="next"')).toBe('17');
    expect(nextCursorOf(null)).toBeUndefined();
  });
});

describe('rowsOf (OWN-125)', () => {
  const row = (id: number, version = 1) => ({ id, version });

  it('has the rows of all pages, each once and in its newest version', () => {
    const pages = [
      pageOf([row(9), row(8), row(7)], { total: 40, next: '7' }),
      pageOf([row(8), row(7, 2), row(6)], { total: 41, next: '6' }),
    ];
    expect(collectRows({ pages, pageParams: [undefined, '7'] })).toEqual({
      items: [row(9), row(8), row(7, 2), row(6)],
      total: 40,
      isCapped: false,
      next: '6',
      pages: 2,
    });
  });
});
