import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { actOnPayPage, place, waitForState } from '../../../../test/buying.js';
import { startMoneyShop } from '../../../../test/money-shop.js';
import type { Shop } from '../../../../test/shop.js';
import { creditAccount } from '../../../people/ledger/accounts.js';

describe('what is kept of a checkout', () => {
  /** What the shop writes to its log. */
  const written: string[] = [];
  let shop: Shop;
  beforeAll(async () => {
    for (const stream of [process.stdout, process.stderr])
      jest.spyOn(stream, 'write').mockImplementation((chunk) => {
        written.push(String(chunk));
        return true;
      });
    shop = await startMoneyShop({ LOG_LEVEL: 'debug' });
  });
  afterAll(async () => {
    await shop.close();
    jest.restoreAllMocks();
  });

  it('is the whole price, both names and the time, in the table and in no log (SHOP-3.19)', async () => {
    const buyer = await shop.signIn();
    await shop.fill(creditAccount(buyer.userId), 250);
    const id = await shop.addProduct({ name: 'Trident', priceCents: 2000 });
    const names = { inGameName: 'Private_Name', discordName: 'private.chat' };
    const placed = await place(buyer, [{ id, quantity: 2 }], { ...names, useStoreCredit: true });
    await actOnPayPage(placed.url, 'pay');
    await waitForState(buyer, placed.checkout, 'paid');

    const [row] = await shop.database.query('SELECT * FROM checkouts WHERE ref = $1', [placed.checkout]);
    expect(row).toMatchObject({
      game_name: names.inGameName,
      discord_name: names.discordName,
      method: 'card',
      total_cents: 3750,
      credit_cents: 250,
      referral_code: null,
      quote: {
        lines: [{ id, quantity: 2, linePrice: '40.00' }],
        subtotal: '40.00',
        discounts: { referral: '0.00', tier: '0.00' },
        storeCreditUsed: '2.50',
        total: '37.50',
      },
    });
    expect(row.created_at).toBeInstanceOf(Date);
    // The call itself is in the log, so the log was on.
    expect(written.join('')).toContain('/api/payments/stripe/create-checkout-session');
    for (const secret of [...Object.values(names), 'Trident', placed.url])
      expect(written.join('')).not.toContain(secret);
  });
});
