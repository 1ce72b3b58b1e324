import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { disputePacketAnswer, type DisputePacketAnswer } from '@pax/contracts';
import { onePieceOf, actOnPayPage, placementFor, waitForState } from '../../../test/buying.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { ForgetEvidence } from '../own-data/forget-old-data.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux) Firefox/145.0';

describe('the dispute packet', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop({ TOKEN_KEY: 'a key of the specs that is long enough' });
    admin = await shop.signIn({ admin: true });
  });
  afterAll(() => shop.close());

  const path = (ref: string) => `/api/admin/checkouts/${ref}/dispute-packet`;
  const packetOf = async (ref: string): Promise<DisputePacketAnswer> =>
    disputePacketAnswer.parse((await admin.agent.get(path(ref)).expect(200)).body);
  const purchase = async (buyer: SignedIn, userAgent = BROWSER) => {
    const id = await shop.addProduct({ name: 'Wings <b>', priceCents: 1000 });
    const { body } = await buyer.agent
      .post('/api/payments/stripe/create-checkout-session')
      .set('user-agent', userAgent)
      .send(await placementFor(buyer, onePieceOf(id)))
      .expect(201);
    await actOnPayPage(body.url, 'pay');
    return waitForState(buyer, body.checkout, 'paid');
  };
  const makeOlder = (ref: string, days: number) =>
    shop.database.query(
      `UPDATE checkouts SET created_at = created_at - $2::interval, paid_at = paid_at - $2::interval WHERE ref = $1`,
      [ref, `${days} days`],
    );

  it('has consent, price, names, delivery, origin, account and earlier purchases (OWN-509)', async () => {
    const buyer = await shop.signIn({ discordId: '200000000000000001' });
    const [ancient, old, other, young] = [
      await purchase(buyer),
      await purchase(buyer),
      await purchase(buyer, 'Other'),
      await purchase(buyer),
    ];
    // A bank counts purchases of 365 to 120 days before.
    await makeOlder(ancient.checkout, 366);
    await makeOlder(old.checkout, 364);
    await makeOlder(other.checkout, 121);
    await makeOlder(young.checkout, 119);
    const { checkout, orders, quote } = await purchase(buyer);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/process`).send({}).expect(200);
    await admin.agent.patch(`/api/admin/orders/${orders[0]}/complete`).send({}).expect(200);
    const packet = await packetOf(checkout);
    expect(packet).toMatchObject({
      checkout,
      state: 'paid',
      total: '10.00',
      quote,
      inGameName: 'Steve_01',
      discordName: 'steve.builds',
      consent: { version: '2026-11' },
      payments: [{ provider: 'stripe', amount: '10.00' }],
      account: { id: buyer.userId, username: buyer.username, discordId: '200000000000000001' },
      origin: { address: '127.0.0.1', userAgent: BROWSER, emptiedAt: null },
      earlier: [
        { checkout: other.checkout, sameAddress: true, sameUserAgent: false },
        { checkout: old.checkout, sameAddress: true, sameUserAgent: true, goods: '1 × Wings <b>' },
      ],
    });
    const told = packet.orders[0]?.history.map(({ to, actorName }) => `${to} ${actorName}`);
    expect(told?.slice(-2)).toEqual([`processing ${admin.username}`, `completed ${admin.username}`]);
  });

  it('has the direct messages that arrived and what the customer wrote since (OWN-509)', async () => {
    const buyer = await shop.signIn({ discordId: '200000000000000002' });
    const write = (subject: string) =>
      buyer.agent
        .post('/api/support-tickets')
        .send({ name: 'Mara', email: 'm@example.org', subject, message: 'It is <here>.' })
        .expect(201);
    await write('Before');
    const { checkout, orders } = await purchase(buyer);
    const { checkout: another } = await purchase(buyer);
    await write('After');
    const told = (topic: string, content: object, state: string) =>
      shop.database.query(
        `INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, state, nonce,
                                      message_id, ended_at)
         VALUES (gen_random_uuid(), $1, '200000000000000002', $2, $3, now(), $4, gen_random_uuid()::text,
                 CASE WHEN $4 = 'sent' THEN '1' END, now())`,
        [buyer.userId, topic, content, state],
      );
    await told(`checkout:${checkout}`, { kind: 'paid' }, 'sent');
    await told(`order:${orders[0]}`, { kind: 'order', order: { status: 'completed' } }, 'sent');
    await told(`order:${orders[0]}`, { kind: 'order', order: { status: 'processing' } }, 'superseded');
    await told(`checkout:${another}`, { kind: 'paid' }, 'sent');
    await shop.database.query(
      `INSERT INTO discord_people (discord_id, channel_id) VALUES ('200000000000000002', '77')`,
    );
    await shop.database.query(
      `INSERT INTO post_batches (id, channel, nonce, state, fence, lease_until, message_id, sent_at)
       VALUES ('spec', 'orders', 'spec', 'sent', 1, now(), '88', now())`,
    );
    await shop.database.query(
      `INSERT INTO posts (event_id, type, channel, content, order_id, occurred_at, state, batch_id)
       VALUES (gen_random_uuid(), 'test', 'orders', '{"order": {"productName": "Wings", "quantity": 1}}', $1, now(),
               'sent', 'spec')`,
      [orders[0]],
    );
    const { messages, tickets, posts, consent } = await packetOf(checkout);
    expect(messages.map(({ content, link }) => [content, link])).toEqual([
      ['kind: paid', 'https://discord.com/channels/@me/77/1'],
      ['kind: order, order.status: completed', 'https://discord.com/channels/@me/77/1'],
    ]);
    expect(posts.find(({ type }) => type === 'test')).toMatchObject({
      content: 'order.quantity: 1, order.productName: Wings',
      // The shop of the specs is on no server.
      link: null,
    });
    expect(consent.texts[0]).toContain('no refund once the goods are transferred');
    expect(messages.map(({ topic, status }) => [topic, status])).toEqual([
      [`checkout:${checkout}`, 'paid'],
      [`order:${orders[0]}`, 'completed'],
    ]);
    expect(tickets).toMatchObject([
      { subject: 'After', message: 'It is <here>.', response: null, endedAt: null },
    ]);
    const { text } = await admin.agent.get(`${path(checkout)}/file`).expect(200);
    expect(text).toContain('After: It is &lt;here&gt;.');
    for (const said of ['order.productName: Wings', '/@me/77/1', 'Sofort liefern.'])
      expect(text).toContain(said);
  });

  it('is one file in English that loads nothing and runs nothing (OWN-509)', async () => {
    const { checkout } = await purchase(await shop.signIn());
    const answer = await admin.agent.get(`${path(checkout)}/file`).expect(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="dispute-${checkout}.html"`);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.text).toContain('Proof of delivery');
    expect(answer.text).toContain('Wings &lt;b&gt;');
    expect(answer.text).not.toMatch(/<script|src=|href=/);
  });

  it('is read by admins alone, and each reading is audited (OWN-509)', async () => {
    const buyer = await shop.signIn();
    const { checkout } = await purchase(buyer);
    for (const way of [path(checkout), `${path(checkout)}/file`]) {
      await buyer.agent.get(way).expect(403);
      await admin.agent.get(way).expect(200);
    }
    await admin.agent.get(path('AAAAAAAAAAAAAAAAAAAAAA')).expect(404);
    const read = await shop.database.query(
      `SELECT actor, detail->>'way' AS way FROM audit_log WHERE action = 'dispute-packet.read' AND subject = $1 ORDER BY id`,
      [`checkout:${checkout}`],
    );
    const actor = `user:${admin.userId}`;
    expect(read).toEqual([
      { actor, way: 'shown' },
      { actor, way: 'downloaded' },
    ]);
  });

  it('keeps the address encrypted, and empties origin and names after EVIDENCE_DAYS (OWN-510)', async () => {
    const buyer = await shop.signIn();
    const [kept, due] = [await purchase(buyer), await purchase(buyer)];
    const rows: unknown[] = await shop.database.query('SELECT * FROM purchase_evidence');
    expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
    const age = (ref: string, days: number) =>
      shop.database.query(
        `UPDATE purchase_evidence SET recorded_at = now() - $2::interval
          WHERE checkout_id = (SELECT id FROM checkouts WHERE ref = $1)`,
        [ref, `${days} days`],
      );
    await age(kept.checkout, 539);
    await age(due.checkout, 541);
    await shop.app.get(ForgetEvidence).forgetDueEvidence();
    expect(await packetOf(kept.checkout)).toMatchObject({
      inGameName: 'Steve_01',
      origin: { address: '127.0.0.1', userAgent: BROWSER, emptiedAt: null },
    });
    const emptied = await packetOf(due.checkout);
    expect(emptied).toMatchObject({ inGameName: '', discordName: '', total: '10.00' });
    expect(emptied.origin).toMatchObject({ address: null, userAgent: null });
    expect(emptied.origin?.emptiedAt).not.toBeNull();
    const { body } = await buyer.agent.get('/api/orders');
    const order = body.find(({ checkout }: { checkout: string }) => checkout === due.checkout);
    expect(order).toMatchObject({ minecraftName: null, discordUsername: null });
  });
});
