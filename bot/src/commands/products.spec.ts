import { describe, expect, it } from '@jest/globals';
import { botCalls, type BotProduct } from '@pax/contracts';
import { aCall, CALLER_ID } from '../../test/samples.js';
import { UserFacingError } from './command.js';
import { poolCommand, productCommand } from './products.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const elytra: BotProduct = {
  id: 1,
  name: 'Elytra',
  category: 'items',
  price: '17.99',
  stock: 3,
  isCustom: false,
  description: 'Wings.\nNew.',
  bulkMinQuantity: 3,
  bulkPrice: '15.99',
};
const searched: (string | undefined)[] = [];
const commandWith = (...products: BotProduct[]) =>
  productCommand({
    publicUrl: 'https://shop.test',
    shop: new StubShop(
      stubCall(botCalls.botStock, ({ query: { q } }) => {
        searched.push(q);
        return { coinStock: 750_000_000, products };
      }),
    ),
  });

describe('/product (OWN-786)', () => {
  const shown = (product: string, ...products: BotProduct[]) =>
    commandWith(...products).execute(aCall({ options: { product }, language: 'de' }));

  it('shows price, break and stock of the product of that name, with a way to the shop', async () => {
    const reply = await shown('elytra', { ...elytra, name: 'Elytra Set' }, elytra);
    expect(reply.embeds?.[0]).toEqual({
      title: 'Elytra',
      description: 'Wings.\nNew.',
      fields: [
        { name: 'Preis', value: '17,99\u00a0$\n15,99\u00a0$ pro Stück ab 3', inline: true },
        { name: 'Verfügbarkeit', value: '3 auf Lager', inline: true },
      ],
    });
    expect(JSON.stringify(reply.components)).toContain('"url":"https://shop.test"');
    // Into the shop in Discord (OWN-786).
    expect(JSON.stringify(reply.components)).toContain('"label":"Kaufen","custom_id":"1:shop-open:1"');
  });

  it('shows the rates of coins of any amount, and how many there are', async () => {
    const { embeds } = await shown('coins', { ...elytra, name: 'Coins', isCustom: true, stock: 750 });
    expect(embeds?.[0]?.fields?.map(({ value }) => value)).toEqual([
      '0,17\u00a0$ pro Million\n0,15\u00a0$ ab 100 Millionen\n0,13\u00a0$ ab 250 Millionen',
      '750M',
    ]);
  });

  it('tells the caller alone that a product is not there, and all of one that is sold out', async () => {
    await expect(shown('@here')).rejects.toEqual(new UserFacingError('Nichts gefunden zu „\\@here“.'));
    const { embeds } = await shown('x', { ...elytra, stock: 0 });
    expect(embeds?.[0]?.fields?.[1]?.value).toBe('ausverkauft');
  });

  it('reads the answer of a backend from before it', async () => {
    const { id, name, category, price, stock } = elytra;
    const { embeds } = await shown('x', { id, name, category, price, stock });
    expect(embeds?.[0]?.fields?.[0]?.value).toBe('17,99\u00a0$');
  });

  it('proposes products by a part of their name', async () => {
    const complete = commandWith(elytra, { ...elytra, name: 'x'.repeat(101) }).options[0]?.complete;
    const proposed = await complete?.({ userId: CALLER_ID, language: 'en', text: ' ely ' });
    expect(searched.at(-1)).toBe('ely');
    expect(proposed).toEqual([{ name: 'Elytra', value: 'Elytra' }]);
  });
});

describe('/pool (OWN-786)', () => {
  it.each([
    [4_750_000_000, /4\.75B/],
    [0, /no coins right now/],
  ])('of %s coins answers %s', async (coinStock, said) => {
    const reply = await poolCommand(
      new StubShop(stubCall(botCalls.botStock, () => ({ coinStock, products: [] }))),
    ).execute(aCall());
    expect(reply.content).toMatch(said);
  });
});
