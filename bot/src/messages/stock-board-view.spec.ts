import { describe, expect, it } from '@jest/globals';
import type { BotProduct } from '@pax/contracts';
import { MessageFlags } from 'discord.js';
import { flattenPart } from '../../test/discord-limits.js';
import { LAYOUT_LIMITS } from './layout.js';
import { MAX_BOARD_PRODUCTS, createStockBoardView } from './stock-board-view.js';

const SITE = 'https://shop.test';
const product = (id: number, stock: number, more: Partial<BotProduct> = {}): BotProduct => ({
  id,
  name: `Product ${id}`,
  category: id % 2 === 0 ? 'items' : 'armor',
  price: '1.00',
  stock,
  ...more,
});
const bodyOf = (coinStock: number, products: BotProduct[]) =>
  createStockBoardView({ coinStock, products }, SITE).render();
const partsOf = (body: ReturnType<typeof bodyOf>) =>
  body.components.flatMap((part) => flattenPart({ ...part }));
/** Texts from top to bottom, without the time. */
const textsOf = (body: ReturnType<typeof bodyOf>): string[] =>
  partsOf(body).flatMap(({ content }) =>
    typeof content === 'string' ? content.replace(/\nStand: <t:\d+:f>/, '') : [],
  );
const buttonsOf = (body: ReturnType<typeof bodyOf>): unknown[] =>
  partsOf(body).flatMap(({ label, custom_id: id }) =>
    typeof id === 'string' ? [`${String(label)} ${id}`] : [],
  );

describe('the stock board (OWN-759)', () => {
  it('shows the pool, then each product with price and button, those sold out last, and no amounts of one’s choice (OWN-1510)', () => {
    const body = bodyOf(0, [
      product(1, 0),
      product(2, 40),
      product(4, 10, { price: '15.99', bulkMinQuantity: 3, bulkPrice: '14.50' }),
      product(3, 7, { isCustom: true }),
    ]);
    expect(textsOf(body)).toEqual([
      '## Bestand\n**Coins**: leer\n0,17\u00a0$ je Million, ab 100M 0,15\u00a0$, ab 250M 0,13\u00a0$',
      '**Product 2** · Items\n1,00\u00a0$ · 40',
      '**Product 4** · Items\n15,99\u00a0$, ab 3 je 14,50\u00a0$ · noch 10',
      '**Product 1** · Rüstungen\n1,00\u00a0$ · ausverkauft',
      '-# Bestandstafel',
    ]);
    expect(buttonsOf(body)).toEqual([
      'Kaufen 1:shop-open:3',
      'Kaufen 1:shop-open:2',
      'Kaufen 1:shop-open:4',
      'Ansehen 1:shop-open:1',
    ]);
    expect(body).toMatchObject({ flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } });
    expect(body).not.toHaveProperty('embeds');
  });

  it('says the same until something changes, whatever the time is', () => {
    const [one, same, other] = [40, 40, 39].map(
      (left) => createStockBoardView({ coinStock: 5, products: [product(2, left)] }, SITE).comparedContent,
    );
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('shows the fewest pieces where not all fit, says how many more there are and where, within Discord’s limits', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      product(index + 1, 500 - index, { name: '*'.repeat(60), isCustom: index === 0 }),
    );
    const body = bodyOf(1, many);
    expect(partsOf(body)).toHaveLength(LAYOUT_LIMITS.components);
    const ids = Array.from({ length: MAX_BOARD_PRODUCTS }, (_, at) => `Kaufen 1:shop-open:${490 + at}`);
    expect(buttonsOf(body).slice(1)).toEqual(ids);
    expect(textsOf(body).at(-2)).toBe(`… und ${499 - MAX_BOARD_PRODUCTS} weitere: ${SITE}`);
    const all = Array.from({ length: MAX_BOARD_PRODUCTS }, (_, index) => product(index + 1, 5));
    expect(textsOf(bodyOf(1, all)).join('\n')).not.toContain('weitere');
  });

  it('gives no place to a sold-out product before all others have one (OWN-1510)', () => {
    const soldOut = Array.from({ length: 20 }, (_, index) => product(index + 1, -index));
    const inStock = Array.from({ length: MAX_BOARD_PRODUCTS - 1 }, (_, index) => product(index + 31, 500));
    const ids = buttonsOf(bodyOf(1, [...soldOut, ...inStock]));
    const bought = inStock.map(({ id }) => `Kaufen 1:shop-open:${id}`);
    expect(ids).toEqual([...bought, 'Ansehen 1:shop-open:1']);
  });

  it('is the pool alone without products', () => {
    expect(textsOf(bodyOf(1_000_000, []))).toEqual(['## Bestand\n**Coins**: 1M frei', '-# Bestandstafel']);
  });
});
