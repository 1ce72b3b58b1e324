import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  readBalances,
  buy,
  onePieceOf,
  actOnPayPage,
  place,
  waitForState,
  readCheckout,
} from '../../../test/buying.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { expectMoneyAgrees, ProviderRefundSteps } from '../../../test/provider-refund-steps.js';
import {
  findDispute,
  postSignedEvent,
  holdMessages,
  objectId,
  actAtStripe,
  openForeignSession,
  readStripeState,
  refundInDashboard,
  releaseMessages,
  listSessions,
  steerStripe,
} from '../../../test/stripe.js';
import { awaitRefunds, awaitMessages } from '../../../test/expect-settled.js';
import { whileRefundsRefused } from '../../../test/refunds.js';
import { signInFriend } from '../../../test/referral.js';
import { startMoneyShop } from '../../../test/money-shop.js';
import type { Shop } from '../../../test/shop.js';
import type { SignedIn, SignInOptions } from '../../../test/sign-in.js';
import { readValue } from '../../../test/database.js';
import { runJob } from '../../../test/jobs.js';
import { RemindOfDisputes } from './dispute-alerts.js';
import { RoleSource } from '../../people/rights/role-source.js';

jest.setTimeout(60_000);

describe('a disputed card payment (OWN-103)', () => {
  let shop: Shop;
  let money: ProviderRefundSteps;
  const discord = new DiscordPeer();
  beforeAll(async () => {
    await discord.listen();
    shop = await startMoneyShop(discord.settings());
    money = new ProviderRefundSteps(shop, await shop.signIn({ admin: true }));
  });
  afterEach(() => expectMoneyAgrees(shop));
  afterAll(async () => {
    await shop.close();
    await discord.close();
  });

  const buyerFacts = ({ userId }: SignedIn) =>
    readValue<string>(
      shop,
      `SELECT concat(purchases_suspended, ' ', blocked_at IS NOT NULL) AS value FROM users WHERE id = $1`,
      [userId],
    );
  const stateOfCheckout = (ref: string) =>
    readValue(shop, 'SELECT state AS value FROM checkouts WHERE ref = $1', [ref]);
  /** Reads the tables, because a lost dispute blocks the account. */
  const statesOfOrders = (ids: readonly number[]) =>
    readValue(
      shop,
      `SELECT array_agg(concat(status, ' ', payment_status) ORDER BY id) AS value FROM orders WHERE id = ANY($1)`,
      [ids],
    );
  const close = async (checkout: string, outcome: 'won' | 'lost') => {
    await steerStripe(shop, `disputes/${(await findDispute(shop, checkout)).id}/close`, { outcome });
    await awaitMessages(shop);
  };
  const open = async (checkout: string) => {
    await actAtStripe(shop, checkout, 'dispute');
    await awaitMessages(shop);
  };
  it('suspends the buyer while it is open, and stands again when it is won', async () => {
    const { buyer, ids, checkout, orders } = await money.makePurchase(1000, 500);
    await money.changeOrder(orders[0], 'complete');
    await refundInDashboard(shop, checkout, 300);
    await awaitMessages(shop);
    await open(checkout);
    expect((await readCheckout(buyer, checkout)).state).toBe('disputed');
    expect(await money.readStates(buyer)).toEqual(['completed disputed', 'pending disputed']);
    expect(await buyerFacts(buyer)).toBe('t f');
    const refused = await buyer.agent.post('/api/payments/stripe/create-checkout-session').send({
      amount: '10.00',
      items: onePieceOf(ids[0] ?? 0),
      inGameName: 'a_b',
      discordName: 'a.b',
      consent: true,
    });
    expect(refused.status).toBe(403);
    const { id } = await findDispute(shop, checkout);
    await close(checkout, 'won');
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
    expect(await money.readStates(buyer)).toEqual(['completed partly_refunded', 'pending partly_refunded']);
    expect(await buyerFacts(buyer)).toBe('f f');
    expect(await money.readAlerts(id)).toEqual(['Dispute opened', 'Dispute won']);
    await buy(buyer, onePieceOf(ids[0] ?? 0));
  });

  it('blocks when it is lost, and everything goes back as with a refund, by what was stored', async () => {
    const { friend, referrer } = await signInFriend(shop);
    const ids = [
      await shop.addProduct({ priceCents: 2000 }),
      await shop.addProduct({ priceCents: 2000, stock: 9 }),
    ];
    const { checkout, orders } = await buy(friend, onePieceOf(...ids));
    await money.changeOrder(orders[0], 'complete');
    await open(checkout);
    await close(checkout, 'lost');
    const after = await readBalances(
      shop,
      `credit:${referrer.userId}`,
      `points:${friend.userId}`,
      `stock:${ids[1]}`,
    );
    expect(after).toEqual([0, 0, 9]);
    expect(await statesOfOrders(orders)).toEqual(['completed lost', 'cancelled lost']);
    expect(await buyerFacts(friend)).toBe('t t');
    const spent = 'SELECT total_spent_cents AS value FROM users WHERE id = $1';
    expect(await readValue(shop, spent, [friend.userId])).toBe(0);
    expect(await stateOfCheckout(checkout)).toBe('lost');
  });

  describe('that is lost by one of the team (OWN-17)', () => {
    const lose = async (person: SignInOptions, isOperator = false) => {
      const buyer = await shop.signIn(person);
      if (isOperator)
        await shop.database.query('UPDATE users SET operator_since = now() WHERE id = $1', [buyer.userId]);
      const items = onePieceOf(await shop.addProduct({ priceCents: 1000, stock: 9 }));
      const { checkout } = await buy(buyer, items);
      await open(checkout);
      expect(await buyerFacts(buyer)).toBe('t f');
      await close(checkout, 'lost');
      expect(await stateOfCheckout(checkout)).toBe('lost');
      const lost = async (words: string) =>
        (await money.readAlerts(`account ${buyer.userId} is${words}`)).toString();
      return { buyer, items, lost };
    };
    const STAFF_ID = '427196530852971001';

    it.each([
      ['an admin', { admin: true }, false],
      ['an operator', {}, true],
      ['a member of staff', { discordId: STAFF_ID }, false],
    ])('is told, and blocks not %s, who can buy again', async (_, person: SignInOptions, isOperator) => {
      discord.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
      const { buyer, items, lost } = await lose(person, isOperator);
      expect(await buyerFacts(buyer)).toBe('f f');
      expect(await lost(` an admin's, an operator's or staff's, so it is not blocked`)).toBe('Dispute lost');
      await buy(buyer, items);
    });

    it('is told while Discord does not say whether it is; the account can not buy', async () => {
      discord.isUnavailable = true;
      try {
        const { buyer, lost } = await lose({ discordId: '427196530852971002' });
        expect(await buyerFacts(buyer)).toBe('t f');
        expect(await lost(` staff's: it can not buy`)).toBe('Dispute lost');
      } finally {
        discord.isUnavailable = false;
      }
    });

    it('is told as of a customer, who is blocked, where Discord knows no role of the team', async () => {
      discord.members.set('427196530852971003', []);
      const { buyer, lost } = await lose({ discordId: '427196530852971003' });
      expect(await buyerFacts(buyer)).toBe('t t');
      expect(await lost(' blocked.')).toBe('Dispute lost');
    });
  });

  it.each(['won', 'lost'] as const)(
    'ends %s whatever message comes first, and however often',
    async (outcome) => {
      const { buyer, checkout } = await money.makePurchase(1000);
      holdMessages(shop, 'charge.dispute');
      await actAtStripe(shop, checkout, 'dispute');
      const opened = await findDispute(shop, checkout);
      await close(checkout, outcome);
      const closed = await findDispute(shop, checkout);
      const types = ['closed', 'created', 'funds_withdrawn', 'closed', 'updated'];
      for (const [index, type] of types.entries())
        await postSignedEvent(shop, {
          id: `evt_${type}_${index}_${checkout}`,
          object: 'event',
          type: `charge.dispute.${type}`,
          livemode: false,
          data: { object: type === 'closed' ? closed : opened },
        });
      await awaitMessages(shop);
      await releaseMessages(shop);
      await awaitMessages(shop);
      expect(await stateOfCheckout(checkout)).toBe(outcome === 'won' ? 'paid' : 'lost');
      expect(await buyerFacts(buyer)).toBe(outcome === 'won' ? 'f f' : 't t');
    },
  );

  it('waits for its payment where the messages come in another order', async () => {
    const buyer = await shop.signIn();
    const { url, checkout } = await place(buyer, onePieceOf(await shop.addProduct({ priceCents: 700 })));
    holdMessages(shop, 'checkout.session');
    await actOnPayPage(url, 'pay');
    await open(checkout);
    await releaseMessages(shop);
    await awaitMessages(shop);
    await runJob(shop.app, 'provider-inbox');
    await waitForState(buyer, checkout, 'disputed');
    expect(await money.readStates(buyer)).toEqual(['pending disputed']);
  });

  it('keeps the buyer suspended until the last one is won', async () => {
    const buyer = await shop.signIn();
    const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
    const [one, two] = [await buy(buyer, onePieceOf(id)), await buy(buyer, onePieceOf(id))];
    await open(one.checkout);
    await open(two.checkout);
    await close(one.checkout, 'won');
    expect((await readCheckout(buyer, one.checkout)).state).toBe('paid');
    expect(await buyerFacts(buyer)).toBe('t f');
    await close(two.checkout, 'won');
    expect(await buyerFacts(buyer)).toBe('f f');
  });

  describe('whose loser is unblocked (OWN-1152)', () => {
    const unblock = ({ userId }: SignedIn) =>
      money.admin.agent.patch(`/api/admin/users/${userId}/block`).send({ blocked: false }).expect(200);

    it('lets the account buy again, once no other one is open', async () => {
      const discordId = '427196530852971004';
      discord.members.set(discordId, []);
      const buyer = await shop.signIn({ discordId });
      const id = await shop.addProduct({ priceCents: 1000, stock: 9 });
      const [one, two] = [await buy(buyer, onePieceOf(id)), await buy(buyer, onePieceOf(id))];
      await open(one.checkout);
      await open(two.checkout);
      await close(one.checkout, 'lost');
      expect(await buyerFacts(buyer)).toBe('t t');
      await unblock(buyer);
      expect(await buyerFacts(buyer)).toBe('t f');
      await close(two.checkout, 'lost');
      expect(await buyerFacts(buyer)).toBe('t t');
      await unblock(buyer);
      expect(await buyerFacts(buyer)).toBe('f f');
      await buy(await shop.signIn({ discordId }), onePieceOf(id));
    });

    it('or was not blocked, while Discord did not say whose account it is', async () => {
      const { buyer, checkout } = await money.makePurchase(1000);
      await open(checkout);
      const standing = jest.spyOn(shop.app.get(RoleSource), 'readStanding').mockResolvedValue('unknown');
      await close(checkout, 'lost');
      standing.mockRestore();
      expect(await buyerFacts(buyer)).toBe('t f');
      await unblock(buyer);
      expect(await buyerFacts(buyer)).toBe('f f');
      const audited = `SELECT action AS value FROM audit_log WHERE subject = $1 AND action LIKE 'user.%'`;
      expect(await readValue(shop, audited, [`user:${buyer.userId}`])).toBe('user.unblock');
    });
  });

  it.each(['won', 'lost'] as const)(
    'that staff cancelled meanwhile is refunded once, when %s',
    async (outcome) => {
      const { buyer, checkout, orders } = await money.makePurchase(1000);
      await open(checkout);
      await money.changeOrder(orders[0], 'cancel');
      await awaitRefunds(shop);
      await close(checkout, outcome);
      const refunds = 'SELECT amount_cents, state FROM refunds WHERE order_id = $1';
      const rows: object[] = await shop.database.query(refunds, [orders[0]]);
      // The bank keeps the money when it is lost; when it is won, staff send what they promised.
      expect(rows).toEqual([{ amount_cents: 1000, state: outcome === 'lost' ? 'done' : 'manual' }]);
      expect(await stateOfCheckout(checkout)).toBe(outcome === 'lost' ? 'lost' : 'refunded');
      expect(await buyerFacts(buyer)).toBe(outcome === 'lost' ? 't t' : 'f f');
    },
  );

  it('leaves an order refunded whose money was back before it began, when the rest is lost (OWN-798)', async () => {
    const { buyer, checkout, orders } = await money.makePurchase(1000, 500, 300);
    await money.changeOrder(orders[0], 'complete');
    await money.admin.agent.post(`/api/admin/orders/${orders[0]}/refund`).send({}).expect(200);
    await awaitRefunds(shop);
    await open(checkout);
    const disputed = 'pending disputed';
    expect(await money.readStates(buyer)).toEqual(['completed refunded', disputed, disputed]);
    // What goes back while the dispute is open is part of what it took.
    await money.changeOrder(orders[2], 'cancel');
    await awaitRefunds(shop);
    await close(checkout, 'lost');
    const lost = 'cancelled lost';
    expect(await statesOfOrders(orders)).toEqual(['completed refunded', lost, lost]);
  });

  it('over stranded money that is lost is its refund, which nobody makes again (OWN-798)', async () => {
    const { checkout } = await money.makePurchase(1000);
    const again = await openForeignSession(shop, checkout, 1000);
    await whileRefundsRefused(shop, async () => {
      await actOnPayPage(again.url ?? '', 'pay');
      await awaitMessages(shop);
      await awaitRefunds(shop);
    });
    const intent = objectId((await listSessions(shop, checkout)).at(-1)?.payment_intent ?? null);
    const rows = () =>
      shop.database.query(
        `SELECT r.state, r.provider_ref AS ref FROM refunds r JOIN payments p ON p.id = r.payment_id
          WHERE p.provider_ref = $1`,
        [intent],
      );
    expect(await rows()).toEqual([{ state: 'manual', ref: null }]);
    await steerStripe(shop, `payments/${intent}/dispute`);
    await awaitMessages(shop);
    const { disputes } = await readStripeState(shop);
    const id = Object.values(disputes).find(({ payment_intent: of }) => of === intent)?.id;
    await steerStripe(shop, `disputes/${id}/close`, { outcome: 'lost' });
    await awaitMessages(shop);
    expect(await rows()).toEqual([{ state: 'done', ref: id }]);
    expect(await money.readAlerts(`Dispute ${id} of 10.00 USD on payment ${intent} (stripe). It`)).toEqual([
      'Dispute opened',
      'Dispute lost',
    ]);
  });

  const issueFraudWarning = async (checkout: string) => {
    await actAtStripe(shop, checkout, 'warn');
    await awaitMessages(shop);
  };
  const shownOf = async (order: number | undefined) => {
    const answer = await money.admin.agent.get(`/api/admin/orders/${order}/disputes`).expect(200);
    return answer.body;
  };
  const warningsOf = async (checkout: string) => {
    const titles = await money.readAlerts(checkout);
    return titles.filter((title) => title === 'Early fraud warning').length;
  };

  it('is foretold by a warning, which proposes a refund to staff, with all they need (OWN-688)', async () => {
    const { buyer, checkout, orders } = await money.makePurchase(1000, 500);
    await refundInDashboard(shop, checkout, 300);
    await awaitMessages(shop);
    await issueFraudWarning(checkout);
    await issueFraudWarning(checkout);
    const text = `$12.00 of checkout ${checkout}, orders #${orders[0]}, #${orders[1]}, buyer account ${buyer.userId}. Refund it from the order's sheet before it becomes a dispute`;
    expect(await money.readAlerts(text)).toEqual(['Early fraud warning']);
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
    const shown = await shownOf(orders[1]);
    expect(shown).toMatchObject({
      disputes: [],
      warnings: [{ checkout, amount: '12.00', buyer: buyer.username, orders }],
    });
    await refundInDashboard(shop, checkout);
    await awaitMessages(shop);
    expect((await readCheckout(buyer, checkout)).state).toBe('refunded');
    expect(await shownOf(orders[0])).toEqual({ disputes: [], warnings: [] });
  });

  it('has no warning of money that went back, or is disputed by then (OWN-688)', async () => {
    const refunded = await money.makePurchase(1000);
    await money.changeOrder(refunded.orders[0], 'cancel');
    await issueFraudWarning(refunded.checkout);
    const disputed = await money.makePurchase(1000);
    await open(disputed.checkout);
    await issueFraudWarning(disputed.checkout);
    expect([await warningsOf(refunded.checkout), await warningsOf(disputed.checkout)]).toEqual([0, 0]);
    const shown = await shownOf(disputed.orders[0]);
    expect(shown).toMatchObject({ disputes: [{ state: 'open', endsByHand: false }], warnings: [] });
    const id = String(shown.disputes[0]?.id);
    const end = { outcome: 'lost', reference: 'by hand' };
    const answer = await money.admin.agent.post(`/api/admin/disputes/${id}/end`).send(end);
    expect([answer.status, answer.body.code]).toEqual([409, 'ILLEGAL_MOVE']);
    await awaitRefunds(shop);
  });

  it('is ended by an admin where its end was not told for 30 days, and what is told later contradicts it (OWN-687, OWN-674)', async () => {
    const { buyer, checkout, orders } = await money.makePurchase(1000);
    await open(checkout);
    const { id: reference } = await findDispute(shop, checkout);
    await shop.database.query(
      `UPDATE disputes SET created_at = now() - interval '30 days 1 second' WHERE provider_ref = $1`,
      [reference],
    );
    await shop.app.get(RemindOfDisputes).remindDue();
    const [dispute] = (await shownOf(orders[0])).disputes;
    expect(dispute).toMatchObject({ state: 'open', endsByHand: true });
    const end = { outcome: 'won', reference: 'told by mail' };
    await money.admin.agent.post(`/api/admin/disputes/${dispute?.id}/end`).send(end).expect(200);
    expect([(await readCheckout(buyer, checkout)).state, await buyerFacts(buyer)]).toEqual(['paid', 'f f']);
    await close(checkout, 'lost');
    expect((await readCheckout(buyer, checkout)).state).toBe('paid');
    expect(await money.readAlerts(reference)).toEqual([
      'Dispute opened',
      'Dispute without an end',
      'Dispute won',
      'A won dispute was lost',
    ]);
  });
});
