import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { actOnPayPage, place, waitForState } from '../../../../test/buying.js';
import { expectSettled } from '../../../../test/expect-settled.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';

jest.setTimeout(30_000);

describe('how many statements a purchase takes', () => {
  let shop: Shop;
  let sent: jest.SpiedFunction<typeof pg.Client.prototype.query>;
  beforeAll(async () => {
    sent = jest.spyOn(pg.Client.prototype, 'query');
    shop = await startMoneyShop();
  });
  afterAll(async () => {
    sent.mockRestore();
    await shop.close();
  });

  /** The number of statements of each committed transaction that has a statement which begins so. */
  const countsWith = (beginning: string): number[] => {
    const open = new Map<unknown, string[]>();
    return sent.mock.calls.flatMap(([query]: unknown[], at) => {
      const [client, text] = [sent.mock.contexts[at], String(query)];
      if (text.startsWith('START TRANSACTION')) open.set(client, []);
      const texts = open.get(client) ?? [];
      texts.push(text);
      return text === 'COMMIT' && texts.some((one) => one.startsWith(beginning)) ? [texts.length] : [];
    });
  };
  const buy = async (buyer: SignedIn, ids: number[]): Promise<number[]> => {
    const { url, checkout } = await place(
      buyer,
      ids.map((id) => ({ id, quantity: 1 })),
    );
    await actOnPayPage(url, 'pay');
    return (await waitForState(buyer, checkout, 'paid')).orders;
  };

  it('is the same, however many lines', async () => {
    const admin = await shop.signIn({ admin: true });
    const [known, fresh] = [await shop.signIn(), await shop.signIn()];
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => shop.addProduct({ stock: 50, priceCents: 2000 })),
    );
    // Accounts of the ledger are opened by their first use.
    const [order] = await buy(known, ids);
    await admin.agent.patch(`/api/admin/orders/${order}/complete`).send({}).expect(200);
    await buy(fresh, ids);
    await expectSettled(shop);
    sent.mockClear();
    await buy(known, ids);
    await buy(fresh, ids);
    await buy(known, ids.slice(0, 1));
    await expectSettled(shop);
    expect(countsWith('INSERT INTO "checkouts"')).toEqual([18, 18, 18]);
    expect(countsWith('INSERT INTO "orders"')).toEqual([13, 13, 13]);
  });
});
