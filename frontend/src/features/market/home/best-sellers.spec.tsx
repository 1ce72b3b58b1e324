import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { product } from '../../../test/product';
import { renderPage } from '../../../test/render-page';
import { BestSellers, chooseTiles } from './best-sellers';

const goods = [1, 2, 3, 4, 5, 6, 7].map((id) =>
  product({ id, name: `Item ${id}`, category: id > 5 ? 'bases' : 'items', stock: 9 }),
);
const idsOf = (ids: readonly number[], products = goods) => {
  const { tiles, isBestSelling } = chooseTiles(products, ids);
  return { ids: tiles.map(({ id }) => id), isBestSelling };
};

describe('the row of best sellers (OWN-1421)', () => {
  it('has the five most ordered, in their order', () => {
    expect(idsOf([7, 3, 1, 6, 2, 4])).toEqual({ ids: [7, 3, 1, 6, 2], isBestSelling: true });
  });

  it('leaves out what is gone or sold out, and neither coins nor armour belong to it', () => {
    const some = [
      product({ id: 1, category: 'items', stock: 0 }),
      product({ id: 2, category: 'coins', stock: 9 }),
      product({ id: 3, category: 'armor', stock: 9 }),
      product({ id: 4, category: 'bases', stock: 1 }),
    ];
    expect(idsOf([99, 1, 2, 3, 4], some)).toEqual({ ids: [4], isBestSelling: false });
  });

  it('is filled up where too few were sold, and then claims no sales', () => {
    expect(idsOf([7, 3, 1, 6])).toEqual({ ids: [7, 3, 1, 6, 2], isBestSelling: false });
    expect(idsOf([])).toEqual({ ids: [1, 2, 3, 4, 5], isBestSelling: false });
  });

  it.each([
    ['Best sellers', () => fakeResponse({ ids: [7, 3, 1, 6, 2] })],
    ['Items and bases', () => fakeResponse({ ids: [7, 3] })],
    ['Items and bases', () => problemResponse(500, 'INTERNAL', 'no')],
  ])('is called %s, and opens the details', async (title, answer) => {
    mockServer({ 'GET /api/products': () => fakeResponse(goods), 'GET /api/best-sellers': answer });
    const opened: string[] = [];
    await renderPage(<BestSellers onOpen={({ name }) => void opened.push(name)} />);
    const row = within(await screen.findByRole('region', { name: title }, { timeout: 10_000 }));
    const [first] = row.getAllByRole('button');
    expect(row.getAllByRole('button')).toHaveLength(5);
    if (first) await userEvent.click(first);
    expect(opened).toHaveLength(1);
  });
});
