import { describe, expect, it } from '@jest/globals';
import type { BotProduct } from '@pax/contracts';
import { stockBoardView } from './stock-board-view.js';

const product = (id: number, stock: number, more: Partial<BotProduct> = {}): BotProduct => ({
  id,
  name: `Product ${id}`,
  category: id % 2 === 0 ? 'items' : 'armor',
  price: '1.00',
  stock,
  ...more,
});
const bodyOf = (coinStock: number, products: BotProduct[]) =>
  stockBoardView({ coinStock, products }).render();

describe('the stock board (OWN-759)', () => {
  it('lists by category, with words where little or nothing is left, and no amounts of one’s choice', () => {
    const body = bodyOf(0, [
      product(2, 40),
      product(4, 10),
      product(1, 0),
      product(3, 7, { isCustom: true }),
    ]);
    expect(body.embeds[0]?.description).toBe(
      '**Coins**: leer\n**items**\nProduct 2: 40\nProduct 4: noch 10\n**armor**\nProduct 1: ausverkauft',
    );
    expect(body.allowed_mentions).toEqual({ parse: [] });
  });

  it('says the same until something changes, whatever the time is', () => {
    const [one, same, other] = [40, 40, 39].map(
      (left) => stockBoardView({ coinStock: 5, products: [product(2, left)] }).said,
    );
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('stays within Discord’s 4,096 characters and counts the rest', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      product(index, 5, { name: `*${'x'.repeat(98)}*` }),
    );
    const text = bodyOf(1, many).embeds[0]?.description ?? '';
    expect(text.length).toBeLessThanOrEqual(4_096);
    expect(text).toMatch(/… und \d+ weitere Zeilen$/);
  });

  it('is empty without products', () => {
    expect(bodyOf(1_000_000, []).embeds[0]?.description).toBe('**Coins**: 1M frei');
  });
});
