import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf, waitForState } from '../../../test/buying.js';
import { ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  actOnOrderPage,
  ORDERS_MODE,
  findPaypalOrder,
  placePaypalOrder,
} from '../../../test/paypal-orders.js';
import { buildNotification, sendNotification, steerPaypal } from '../../../test/paypal.js';
import { postSignedEvent, objectId, findSession } from '../../../test/stripe.js';
import { expectSettled, awaitMessages } from '../../../test/expect-settled.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';

jest.setTimeout(60_000);

const KINDS = ['opened', 'lost', 'won', 'reversed'] as const;
type Kind = (typeof KINDS)[number];
/** Tells of a dispute of 10.00 in a currency. */
type Tell = (kind: Kind, currency: string) => Promise<void>;

/** Every provider says in which currency money was taken; the one of the payment is the only one that is booked. */
describe('a dispute in another currency than its payment (OWN-674)', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  beforeAll(async () => {
    shop = await startMoneyShop(ORDERS_MODE);
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectSettled(shop));
  afterAll(() => shop.close());

  const newId = () => Math.random().toString(36).slice(2, 12).toUpperCase();
  const signIn = async () => {
    const buyer = await shop.signIn();
    return { buyer, items: onePieceOf(await shop.addProduct({ priceCents: 1000, stock: 9 })) };
  };
  const handled = async (sent: Promise<unknown>) => {
    await sent;
    await awaitMessages(shop);
  };

  const byCard = async (): Promise<{ buyer: SignedIn; checkout: string; tell: Tell }> => {
    const { buyer, items } = await signIn();
    const { checkout } = await buy(buyer, items);
    const payment = objectId((await findSession(shop, checkout)).payment_intent);
    const dispute = `du_${newId()}`;
    const tell: Tell = (kind, currency) => {
      const status = kind === 'lost' || kind === 'won' ? kind : 'needs_response';
      const object = {
        id: dispute,
        amount: 1000,
        currency: currency.toLowerCase(),
        payment_intent: payment,
        status,
      };
      const type = `charge.dispute.${kind === 'reversed' ? 'funds_withdrawn' : 'updated'}`;
      return handled(
        postSignedEvent(shop, { id: `evt_${newId()}`, livemode: false, type, data: { object } }),
      );
    };
    return { buyer, checkout, tell };
  };

  const byForm = async (): Promise<{ buyer: SignedIn; checkout: string; tell: Tell }> => {
    const { buyer, items } = await signIn();
    const { checkout } = await placePaypalOrder(buyer, items);
    const form = {
      business: 'pay@pax-market.example',
      item_number: checkout,
      invoice: checkout,
      amount: '10.00',
    };
    const paid = buildNotification({ fields: { ...form, currency_code: 'USD' } });
    await sendNotification(shop, paid);
    await waitForState(buyer, checkout, 'paid');
    const tell: Tell = (kind, currency) => {
      const isBack = kind === 'won';
      const moved = {
        mc_gross: isBack ? '10.00' : '-10.00',
        mc_currency: currency,
        payment_status: isBack ? 'Canceled_Reversal' : 'Reversed',
        parent_txn_id: paid['txn_id'] ?? '',
        ...(kind !== 'reversed' && { case_id: 'PP-D-719' }),
      };
      return handled(sendNotification(shop, buildNotification({ fields: form }, moved)));
    };
    return { buyer, checkout, tell };
  };

  const byOrder = async (): Promise<{ buyer: SignedIn; checkout: string; tell: Tell }> => {
    const { buyer, items } = await signIn();
    const { checkout, url } = await placePaypalOrder(buyer, items);
    await actOnOrderPage(url, 'pay');
    await waitForState(buyer, checkout, 'paid');
    await awaitMessages(shop);
    const capture = (await findPaypalOrder(shop, checkout)).capture?.id ?? '';
    const dispute = `PP-D-${newId()}`;
    const tell: Tell = (kind, currency) => {
      const amount = { currency_code: currency, value: '10.00' };
      if (kind === 'reversed') {
        const links = [{ rel: 'up', href: `https://api.paypal.example/v2/payments/captures/${capture}` }];
        const resource = { id: `R${newId()}`, amount, links };
        return handled(steerPaypal(shop, 'webhooks', { type: 'PAYMENT.CAPTURE.REVERSED', resource }));
      }
      const outcomes = { lost: 'RESOLVED_BUYER_FAVOUR', won: 'RESOLVED_SELLER_FAVOUR', opened: undefined };
      const outcome = outcomes[kind];
      const resource = {
        dispute_id: dispute,
        dispute_amount: amount,
        disputed_transactions: [{ seller_transaction_id: capture }],
        ...(outcome !== undefined && { dispute_outcome: { outcome_code: outcome } }),
      };
      const type = `CUSTOMER.DISPUTE.${outcome === undefined ? 'CREATED' : 'RESOLVED'}`;
      return handled(steerPaypal(shop, 'webhooks', { type, resource }));
    };
    return { buyer, checkout, tell };
  };

  /** All that a dispute may change: purchase, orders, account, balances, refunds and disputes. */
  const factsOf = async (checkout: string): Promise<unknown> => {
    const [row]: { facts: unknown }[] = await shop.database.query(
      `SELECT jsonb_build_object('state', c.state, 'refunded', c.refunded_cents, 'suspended', u.purchases_suspended,
                'blocked', u.blocked_at, 'spent', u.total_spent_cents,
                'orders', (SELECT jsonb_agg(concat(o.status, ' ', o.payment_status, ' ', o.refunded_cents) ORDER BY o.id)
                             FROM orders o WHERE o.checkout_id = c.id),
                'refunds', (SELECT count(*) FROM refunds r WHERE r.payment_id = p.id),
                'disputes', (SELECT jsonb_agg(concat(d.state, ' ', d.amount_cents)) FROM disputes d
                              WHERE d.payment_id = p.id),
                'entries', (SELECT count(*) FROM ledger_lines)) AS facts
         FROM checkouts c JOIN users u ON u.id = c.user_id JOIN payments p ON p.checkout_id = c.id
        WHERE c.ref = $1`,
      [checkout],
    );
    return row?.facts;
  };
  /** What the last message was processed as. */
  const lastResult = async (): Promise<string | undefined> => {
    const rows: { result: string }[] = await shop.database.query(
      'SELECT result FROM provider_messages ORDER BY id DESC LIMIT 1',
    );
    return rows[0]?.result;
  };

  describe.each([
    ['by card', byCard],
    ['by PayPal’s form', byForm],
    ['by PayPal’s orders', byOrder],
  ])('%s', (_, purchase) => {
    it.each(KINDS)('that is %s changes nothing, and is told to staff', async (kind) => {
      const { checkout, tell } = await purchase();
      const before = await factsOf(checkout);
      await tell(kind, 'EUR');
      expect(await factsOf(checkout)).toEqual(before);
      const payment: { ref: string }[] = await shop.database.query(
        `SELECT p.provider_ref AS ref FROM payments p JOIN checkouts c ON c.id = p.checkout_id WHERE c.ref = $1`,
        [checkout],
      );
      expect(await money.readAlerts(`10.00 EUR on payment ${payment[0]?.ref}`)).toEqual([
        'Dispute in another currency',
      ]);
      expect(await lastResult()).toBe('other currency');
    });

    it('leaves one that is open in the payment’s own currency as it is', async () => {
      const { checkout, tell } = await purchase();
      await tell('opened', 'USD');
      const open = await factsOf(checkout);
      expect(open).toMatchObject({ state: 'disputed', suspended: true, disputes: ['open 1000'] });
      await tell('lost', 'EUR');
      await tell('won', 'EUR');
      expect(await factsOf(checkout)).toEqual(open);
    });
  });

  it('waits for a payment that has not come, though another of it is told to staff', async () => {
    const { checkout } = await byOrder();
    const capture = (await findPaypalOrder(shop, checkout)).capture?.id ?? '';
    const resource = {
      dispute_id: `PP-D-${newId()}`,
      dispute_amount: { currency_code: 'EUR', value: '20.00' },
      disputed_transactions: [capture, 'LATER1'].map((id) => ({ seller_transaction_id: id })),
    };
    await handled(steerPaypal(shop, 'webhooks', { type: 'CUSTOMER.DISPUTE.CREATED', resource }));
    expect(await lastResult()).toBe('unknown payment LATER1');
    expect(await money.readAlerts(`10.00 EUR on payment ${capture}`)).toHaveLength(1);
  });
});
