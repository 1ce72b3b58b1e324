import { describe, expect, it } from '@jest/globals';
import { botCalls, type Order } from '@pax/contracts';
import { ZodError } from 'zod';
import { aCall, anOrder, CALLER_ID } from '../../test/samples.js';
import { orderCommand, ordersCommand, createOrdersPageAction } from './orders.js';
import { stubCall, stubPage, StubShop } from '../../test/stub-shop.js';

const asked: string[] = [];
const wanted: unknown[] = [];
/** A shop that answers as many as it is asked for. */
const shopWith = (all: Order[], status: Order['status'] = 'pending') =>
  new StubShop(
    stubPage(botCalls.botOwnOrders, ({ query }) => {
      const { discordId, ...filter } = query;
      asked.push(discordId);
      wanted.push(JSON.parse(JSON.stringify(filter)));
      const [page, limit] = [Number(query.page), Number(query.limit)];
      const found = all.filter((one) => query.checkout === undefined || one.checkout === query.checkout);
      const shown = Math.min(page, Math.max(1, Math.ceil(found.length / limit)));
      return { items: found.slice((shown - 1) * limit, shown * limit), total: found.length };
    }),
    stubCall(botCalls.botOrder, ({ params, query }) => {
      asked.push(`${params.id} ${query.discordId}`);
      return anOrder({ id: Number(params.id), minecraftName: 'a`b', productName: '*x*', status });
    }),
  );
const numbered = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) => anOrder({ id: index + 1 }));

describe('/orders (OWN-615)', () => {
  const page = async (count: number, args: string[] = ['1']) =>
    createOrdersPageAction(shopWith(numbered(count))).execute(aCall({ args }));

  it("lists the caller's own orders, ten a page, to the caller alone", async () => {
    const command = ordersCommand(shopWith(numbered(25)));
    expect(command.policy).toMatchObject({ defer: true, ephemeral: true });
    const { embeds, components } = await command.execute(aCall());
    expect(asked.at(-1)).toBe(CALLER_ID);
    expect(wanted.at(-1)).toEqual({ page: '1', limit: '10' });
    expect(embeds?.[0]?.title).toBe('Your orders · page 1 of 3');
    expect(embeds?.[0]?.description?.split('\n')).toHaveLength(10);
    expect(embeds?.[0]?.description).toMatch(/^\*\*#1\*\* 50M Coins × 1 · \$8\.50 · Pending/);
    expect(JSON.stringify(components)).toContain('"label":"Older","custom_id":"1:orders:2"');
    expect(JSON.stringify(components)).not.toContain('Newer');
  });

  it('turns to the newer and the older page, and no further than the last', async () => {
    const second = await page(25, ['2']);
    expect(JSON.stringify(second.components)).toContain('"custom_id":"1:orders:1"');
    expect(JSON.stringify(second.components)).toContain('"custom_id":"1:orders:3"');
    const last = await page(25, ['999999']);
    expect(last.embeds?.[0]?.title).toBe('Your orders · page 3 of 3');
    expect(last.embeds?.[0]?.description?.split('\n')).toHaveLength(5);
    expect(JSON.stringify(last.components)).not.toContain('Older');
  });

  it('has no buttons where there is one page, and takes no page that is none', async () => {
    expect((await page(3)).components).toEqual([]);
    for (const forged of [[], ['0'], ['-1'], ['x'], ['1', '2']])
      await expect(page(3, forged)).rejects.toBeInstanceOf(ZodError);
  });

  it.each([
    [1, 1],
    [9, 1],
    [10, 1],
    [11, 2],
    [19, 2],
    [20, 2],
    [21, 3],
    [100, 10],
  ])('has for %i orders %i pages, none of them empty', async (count, pages) => {
    const shown = new Set<string>();
    for (let number = 1; number <= pages; number += 1) {
      const { embeds, components } = await page(count, [String(number)]);
      expect(embeds?.[0]?.title).toBe(`Your orders${pages > 1 ? ` · page ${number} of ${pages}` : ''}`);
      for (const line of embeds?.[0]?.description?.split('\n') ?? []) shown.add(line);
      expect(JSON.stringify(components).includes('Older')).toBe(number < pages);
      expect(JSON.stringify(components).includes('Newer')).toBe(number > 1);
    }
    expect(shown.size).toBe(count);
  });

  it('shows the next step when there are none, in each language', async () => {
    expect((await ordersCommand(shopWith([])).execute(aCall())).content).toMatch(/^No orders yet/);
    const german = await ordersCommand(shopWith([])).execute(aCall({ language: 'de' }));
    expect(german.content).toMatch(/^Noch keine Bestellungen/);
  });
});

describe('/order', () => {
  const shown = async (reference: string, orders: Order[] = [], status: Order['status'] = 'pending') =>
    orderCommand(shopWith(orders, status)).execute(aCall({ options: { reference }, language: 'de' }));

  it.each(['7', '#7', ' 7 '])('shows one by its number: %s', async (reference) => {
    const { embeds } = await shown(reference);
    expect(asked.at(-1)).toBe(`7 ${CALLER_ID}`);
    expect(embeds?.[0]).toMatchObject({
      title: '#7 · \\*x\\* × 1',
      description: '🟡 **Ausstehend** · 8,50\u00a0$',
      fields: [
        { name: 'Spielname', value: '`aˋb`' },
        { name: 'Discord', value: '`coalheart`' },
        { name: 'Fällig', value: '<t:1772368200:R>' },
      ],
    });
  });

  it("shows those of a purchase's reference, of the caller's own alone (OWN-615)", async () => {
    const own = [anOrder({ id: 1 }), anOrder({ id: 2, checkout: 'BBBBBBBBBBBBBBBBBBBBBB' })];
    expect((await shown('BBBBBBBBBBBBBBBBBBBBBB', own)).embeds?.[0]?.title).toContain('#2');
    const both = await shown('AAAAAAAAAAAAAAAAAAAAAA', [anOrder({ id: 1 }), anOrder({ id: 3 })]);
    expect(both.embeds?.[0]?.description).toMatch(/#1[^]*#3/);
    for (const unknown of ['CCCCCCCCCCCCCCCCCCCCCC', '99999999999', '@everyone', ''])
      expect((await shown(unknown, own)).content).toBe('Eine solche Bestellung von dir gibt es nicht.');
  });

  it('proposes own orders that the shop finds by what is typed, or by the words of their state (OWN-615)', async () => {
    const complete = orderCommand(shopWith(numbered(40))).options[0]?.complete;
    const proposed = async (text: string, language: 'en' | 'de' = 'de') =>
      (await complete?.({ userId: CALLER_ID, language, text }))?.map(({ value }) => value);
    expect(await proposed(' ')).toHaveLength(25);
    expect(wanted.at(-1)).toEqual({ page: '1', limit: '25' });
    await proposed('#12');
    expect(wanted.at(-1)).toEqual({ page: '1', limit: '25', q: '#12' });
    await proposed('AUSSTEH');
    expect(wanted.at(-1)).toEqual({ page: '1', limit: '25', q: 'aussteh', state: 'pending' });
    await proposed('pend', 'en');
    expect(wanted.at(-1)).toMatchObject({ state: 'pending' });
    await proposed('#12 · 50M Coins × 1 · Ausstehend');
    expect(wanted.at(-1)).toMatchObject({ q: '#12 · 50m coins × 1' });
  });

  it('proposes an order with its state, however long the name of its product is', async () => {
    const long = anOrder({
      id: 2_147_483_647,
      productName: '😀'.repeat(40),
      quantity: 999,
      status: 'processing',
    });
    const [choice] =
      (await orderCommand(shopWith([long])).options[0]?.complete?.({
        userId: CALLER_ID,
        language: 'de',
        text: '',
      })) ?? [];
    expect(choice?.name).toMatch(/^#2147483647 · 😀+… × 999 · In Bearbeitung$/u);
    expect(choice?.name.length).toBeLessThanOrEqual(100);
  });

  it('asks for no reference that can be none', async () => {
    const before = wanted.length;
    await shown('@everyone');
    expect(wanted).toHaveLength(before);
  });

  it.each([
    ['processing', true],
    ['completed', false],
    ['cancelled', false],
    ['archived', false],
  ] as const)('says of a %s one when it is due: %s', async (status, isDue) => {
    const { embeds } = await shown('7', [], status);
    expect(embeds?.[0]?.fields?.some(({ name }) => name === 'Fällig')).toBe(isDue);
  });

  it('answers the caller alone', () => {
    expect(orderCommand(shopWith([])).policy).toMatchObject({ defer: true, ephemeral: true });
  });
});
