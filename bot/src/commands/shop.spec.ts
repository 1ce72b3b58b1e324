import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  botPayLinkRequest,
  botCalls,
  payLinkCalls,
  formatCount,
  type BotPayLinkRequest,
  type BotProduct,
} from '@pax/contracts';
import { ZodError } from 'zod';
import type { Call } from './command.js';
import { ProblemError } from '../shop-client.js';
import { aCall, CALLER_ID } from '../../test/samples.js';
import {
  parseTypedQuantity,
  getMaxAmount,
  createAmountAction,
  createAmountModal,
  createShopActions,
  shopCommand,
} from './shop.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const URL_OF_LINK = 'https://shop.test/pay/q7Zk2mX9-bTn4VwLr0_Hcd';
const elytra: BotProduct = {
  id: 1,
  name: 'Elytra',
  category: 'items',
  price: '17.99',
  stock: 12,
  isCustom: false,
  description: 'Wings.',
  bulkMinQuantity: 3,
  bulkPrice: '15.99',
  image: '/art/item-elytra.svg',
};
const coins: BotProduct = {
  ...elytra,
  id: 8,
  name: 'Custom Coins',
  category: 'coins',
  isCustom: true,
  stock: 750,
  bulkMinQuantity: null,
  bulkPrice: null,
};
let products: BotProduct[] = [];
let asked: BotPayLinkRequest[] = [];
let refusal: string | undefined;
beforeEach(() => {
  products = [elytra, coins];
  asked = [];
  refusal = undefined;
});

const deps = {
  publicUrl: 'https://shop.test',
  shop: new StubShop(
    stubCall(botCalls.botStock, () => ({ coinStock: 750_000_000, products })),
    stubCall(payLinkCalls.botPayLink, ({ body }) => {
      asked.push(botPayLinkRequest.parse(body));
      if (refusal !== undefined)
        throw new ProblemError({ type: 'about:blank', title: '', status: 404, code: refusal, message: '' });
      const discounts = { referral: '2.40', tier: '0.00', tierPercent: 0, reward: '0.00' };
      return {
        url: URL_OF_LINK,
        expiresAt: '2026-11-25T09:15:00.000Z',
        quote: {
          lines: [
            { id: 1, name: 'Elytra', quantity: 3, unitPrice: '15.99', linePrice: '47.97', discount: '2.40' },
          ],
          subtotal: '47.97',
          discounts,
          discountedTotal: '45.57',
          storeCreditUsed: '0.00',
          referralBonusUsed: '0.00',
          bonusUsable: true,
          total: '45.57',
          points: 455,
        },
      };
    }),
  ),
};
const step = (name: string, args: string[], language: Call['language'] = 'en') => {
  const action = createShopActions(deps).find((one) => one.name === name);
  if (!action) throw new Error(`no ${name}`);
  return action.execute(aCall({ kind: 'component', name, args, language }));
};
const typed = (amount: string, product = '1', language: Call['language'] = 'en') =>
  createAmountModal(deps).execute(aCall({ kind: 'modal', args: [product], options: { amount }, language }));
const textOf = (reply: object) => JSON.stringify(reply);
const idsOf = (reply: object) => [...textOf(reply).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id]) => id);

describe('/shop (OWN-786)', () => {
  it('lists a category, each product with a button of its own, for the caller alone', async () => {
    const command = shopCommand(deps);
    expect(command.policy).toMatchObject({ defer: true, ephemeral: true });
    const first = await command.execute(aCall());
    expect(first).toMatchObject({ isV2: true });
    expect(textOf(first)).toContain('Coins: 750M');
    expect(idsOf(first)).toEqual(['1:shop-category', '1:shop-product:8']);
    const items = await step('shop-category', ['items'], 'de');
    expect(textOf(items)).toMatch(/Shop · Items.*\*\*Elytra\*\*.*17,99\u00a0\$ · 12 auf Lager.*Ansehen/);
    expect(textOf(await step('shop-category', ['bases']))).toContain('There is nothing here right now');
  });

  it('pages a long category within the limits and says which page it is, however long the names', async () => {
    products = Array.from({ length: 19 }, (_, at) => ({
      ...elytra,
      id: 100 + at,
      name: `${at} ${'*€'.repeat(200)}`,
    }));
    const first = await step('shop-page', ['items', '0']);
    expect(textOf(first)).toContain('## Shop · Items · page 1 of 3"');
    expect(textOf(await step('shop-page', ['items', '1'], 'de'))).toContain(
      '## Shop · Items · Seite 2 von 3"',
    );
    expect(idsOf(first)).toContain('1:shop-page:items:1');
    const last = await step('shop-page', ['items', '9']);
    expect(idsOf(last).filter((id) => id?.startsWith('1:shop-product'))).toHaveLength(3);
    expect(idsOf(last)).toContain('1:shop-page:items:1');
  });

  it('shows a product with breaks and stock, with a picture only where Discord can fetch one', async () => {
    const card = await step('shop-product', ['1']);
    expect(textOf(card)).toMatch(/Elytra.*Wings\..*\$17\.99\\n\$15\.99 each from 3.*12 in stock/);
    expect(idsOf(card)).toEqual(['1:shop-amount:1:pieces', '1:shop-page:items:0']);
    expect(textOf(card)).not.toContain('media');
    products = [{ ...elytra, image: '/api/images/a.webp', stock: 0 }];
    const pictured = textOf(await step('shop-product', ['1']));
    expect(pictured).toContain('"media":{"url":"https://shop.test/api/images/a.webp"}');
    expect(pictured).toContain('"disabled":true');
    products = [];
    expect(textOf(await step('shop-product', ['1']))).toContain('This is not sold any more');
  });

  it('asks for pieces or for millions in a window that opens at once', async () => {
    const action = createAmountAction();
    expect(action.policy.defer).toBe(false);
    expect((await action.execute(aCall({ args: ['1', 'pieces'] }))).modal).toMatchObject({
      custom_id: '1:shop-amount:1',
      title: 'How many?',
    });
    const { modal } = await action.execute(aCall({ args: ['8', 'coins'], language: 'de' }));
    expect(modal?.title).toBe('Wie viele Coins?');
  });

  it('answers the price with a link to its checkout', async () => {
    const reply = await typed(' 3 ');
    expect(asked).toEqual([{ discordId: CALLER_ID, items: [{ id: 1, quantity: 3 }] }]);
    expect(textOf(reply)).toMatch(
      /3 × Elytra\*\* · \$47\.97 \(\$15\.99 each\).*−\$2\.40.*Total · \$45\.57.*455 points/,
    );
    expect(textOf(reply)).toContain(`"label":"Pay $45.57","url":"${URL_OF_LINK}"`);
    expect(textOf(await typed('2'))).toContain('From 3 on it is $15.99 each.');
  });

  it('takes coins in millions and says where more of them cost less', async () => {
    const reply = await typed('95M', '8', 'de');
    expect(asked).toEqual([{ discordId: CALLER_ID, items: [{ id: 8, quantity: 1, customAmount: 95 }] }]);
    expect(textOf(reply)).toContain('100M kosten weniger: 15,00\u00a0$.');
  });

  it.each([
    ['coins', 88, 750, undefined],
    ['coins', 89, 750, '100M'],
    ['coins', 95, 100, '100M'],
    ['coins', 95, 99, undefined],
    ['coins', 99, 99, undefined],
    ['coins', 100, 750, undefined],
    ['coins', 240, 250, '250M'],
    ['coins', 240, 249, undefined],
    ['coins', 250, 250, undefined],
    ['pieces', 1, 3, 'From 3'],
    ['pieces', 2, 3, 'From 3'],
    ['pieces', 2, 2, undefined],
    ['pieces', 3, 12, undefined],
  ] as const)('proposes of %s, %i of %i, only what is there: %s', async (kind, amount, stock, better) => {
    products = [
      { ...elytra, stock },
      { ...coins, stock },
    ];
    const text = textOf(await typed(String(amount), kind === 'coins' ? '8' : '1'));
    expect(text).toContain(URL_OF_LINK);
    const [, proposed] = /(\d+M) cost less: |(From \d+) on it is/.exec(text)?.filter((part) => part) ?? [];
    expect(proposed).toBe(better);
  });

  it('sells all that is left', async () => {
    await typed('12');
    expect(asked).toEqual([{ discordId: CALLER_ID, items: [{ id: 1, quantity: 12 }] }]);
  });

  it.each([
    ['zero', '0', 'a whole number from 1 to 12'],
    ['words', 'many', 'a whole number from 1 to 12'],
    ['a fraction', '1.5', 'a whole number from 1 to 12'],
    ['more than there is', '13', 'no more than 12'],
  ])('shows the product again for %s, and asks the shop for nothing', async (_, amount, words) => {
    const reply = await typed(amount);
    expect(textOf(reply)).toContain(words);
    expect(idsOf(reply)).toContain('1:shop-amount:1:pieces');
    expect(asked).toEqual([]);
  });

  it('leads back to the list when the product went meanwhile, and leaves other refusals to their words', async () => {
    refusal = 'PRODUCT_NOT_FOUND';
    expect(textOf(await typed('1'))).toContain('This is not sold any more');
    refusal = 'BLOCKED';
    await expect(typed('1')).rejects.toBeInstanceOf(ProblemError);
    products = [{ ...elytra, stock: 0 }];
    expect(textOf(await typed('1'))).toContain('sold out right now');
  });

  it('is opened from a post in a channel, for who presses alone (OWN-786)', async () => {
    const open = createShopActions(deps).find(({ name }) => name === 'shop-open');
    expect(open?.policy).toMatchObject({ ephemeral: true, updates: false });
    expect(textOf(await step('shop-open', ['1']))).toContain('Elytra');
    expect(textOf(await step('shop-open', []))).toContain('Custom Coins');
  });

  it('takes nothing of forged ids', async () => {
    for (const [name, args] of [
      ['shop-category', ['gold']],
      ['shop-page', ['items', '-1']],
      ['shop-page', ['items']],
      ['shop-product', ['0']],
      ['shop-product', ['1', '2']],
      ['shop-open', ['x']],
    ] as const)
      await expect(step(name, [...args])).rejects.toBeInstanceOf(ZodError);
    await expect(createAmountAction().execute(aCall({ args: ['1', 'tons'] }))).rejects.toBeInstanceOf(
      ZodError,
    );
    await expect(typed('1', 'x')).rejects.toBeInstanceOf(ZodError);
  });
});

describe('the most of a line', () => {
  it('is 999 pieces and a million millions of coins, or what is in stock', () => {
    for (const [product, most] of [
      [elytra, 999],
      [coins, 1_000_000],
    ] as const)
      expect([most, most + 1].map((stock) => getMaxAmount({ ...product, stock }))).toEqual([most, most]);
    expect(getMaxAmount({ ...elytra, stock: 12 })).toBe(12);
  });
});

describe('a typed amount', () => {
  it.each([
    ['3', 3],
    ['250M', 250],
    ['250 Millionen', 250],
    ['12 mio.', 12],
    ['-1', undefined],
    ['1e3', undefined],
    ['12345678', undefined],
    ['٣', undefined],
    ['', undefined],
    ['1,000', 1_000],
    ['1,000,000 M', 1_000_000],
    ['1,00', undefined],
    ['1.000', undefined],
  ])('"%s" is %s', (text, amount) => expect(parseTypedQuantity(text, 'en')).toBe(amount));

  it.each(['en', 'de'] as const)('is what the bot itself writes, in %s', (language) => {
    for (const amount of [7, 999, 1_000, 12_345, 1_000_000])
      expect(parseTypedQuantity(formatCount(amount, language), language)).toBe(amount);
    expect(parseTypedQuantity('1,5', 'de')).toBeUndefined();
  });
});
