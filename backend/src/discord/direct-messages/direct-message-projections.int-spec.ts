import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { botPersonAnswer, claimDirectAnswer, receivedOrderAnswer, type DirectMessage } from '@pax/contracts';
import request from 'supertest';
import { orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn } from '../../../test/sign-in.js';
import { randomRef } from '../../platform/secrets.js';
import { BotPreferences } from '../people/bot-preferences.js';

const MESSAGE = '700000000000000001';
const CHANNEL = '700000000000000002';
const EVENT_OF = {
  pending: 'order.released',
  processing: 'order.processing',
  completed: 'order.completed',
  cancelled: 'order.cancelled',
} as const;
const NOTHING = '0.00';
const QUOTE = {
  lines: [],
  subtotal: '39.98',
  discounts: { referral: NOTHING, tier: NOTHING, tierPercent: 0, reward: NOTHING },
  discountedTotal: '39.98',
  storeCreditUsed: NOTHING,
  referralBonusUsed: NOTHING,
  bonusUsable: false,
  total: '39.98',
  points: 0,
};
let people = 0;
/** Discord ids of their own, so that no test waits for another's messages. */
const newPerson = (): string => `31045782916429${String((people += 1)).padStart(4, '0')}`;

describe('direct messages to buyers (OWN-612)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  /** An order of an account with that Discord id. */
  const orderOf = async (discordId: string): Promise<number> => {
    const { userId } = await signIn(shop, { discordId });
    const id = await shop.order();
    await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [userId, id]);
    return id;
  };
  const move = async (id: number, status: keyof typeof EVENT_OF, version: number): Promise<void> => {
    await shop.database.query('UPDATE orders SET status = $2, version = $3 WHERE id = $1', [
      id,
      status,
      version,
    ]);
    await shop.append(orderEvent(EVENT_OF[status], id, version));
  };
  /** A paid checkout over these orders. @returns its reference */
  const checkoutOf = async (orders: readonly number[]): Promise<string> => {
    const ref = randomRef();
    await shop.database.query(
      `WITH made AS (
         INSERT INTO checkouts (ref, user_id, state, method, fingerprint, quote, total_cents, game_name, discord_name,
                                consent_version, consent_at, paid_at)
         SELECT $1, user_id, 'paid', 'card', $1, $4, 3998, 'Steve', 'coalheart', 'v', now(), now()
           FROM orders WHERE id = $3 RETURNING id)
       UPDATE orders SET checkout_id = made.id FROM made WHERE orders.id = ANY($2)`,
      [ref, orders, orders[0], JSON.stringify(QUOTE)],
    );
    return ref;
  };
  /** Relays once more what was told of. */
  const relayAgain = async (aggregate: string, id: string): Promise<void> => {
    await shop.database.query(
      `UPDATE outbox_events SET published_at = NULL WHERE aggregate = $1 AND aggregate_id = $2`,
      [aggregate, id],
    );
    await shop.relayed();
  };
  const claim = async (by = fence): Promise<DirectMessage | null> =>
    claimDirectAnswer.parse((await shop.call('/direct-messages/claim', { fence: by })).body).message;
  const claimed = async (): Promise<DirectMessage> => {
    const message = await claim();
    if (!message) throw new Error('nothing to claim');
    return message;
  };
  const register = (id: number, payload = '{}', by = fence) =>
    shop.call(`/direct-messages/${id}/register`, { fence: by, payload, channelId: CHANNEL });
  const report = (id: number, outcome: object, by = fence) =>
    shop.call(`/direct-messages/${id}/report`, { fence: by, outcome });
  const send = async ({ id }: DirectMessage): Promise<void> => {
    expect((await register(id)).status).toBe(204);
    expect((await report(id, { kind: 'sent', messageId: MESSAGE })).status).toBe(204);
  };
  const drain = async (): Promise<DirectMessage[]> => {
    const sent: DirectMessage[] = [];
    for (let next = await claim(); next; next = await claim()) {
      await send(next);
      sent.push(next);
    }
    return sent;
  };

  it('speaks the language of their Discord to who chose none (OWN-621)', async () => {
    const buyer = newPerson();
    const id = await orderOf(buyer);
    const put = (columns: string) =>
      shop.database.query(`UPDATE discord_people SET ${columns} WHERE discord_id = $1`, [buyer]);
    await shop.database.query('INSERT INTO discord_people (discord_id, client_language) VALUES ($1, $2)', [
      buyer,
      'de',
    ]);
    await move(id, 'processing', 2);
    expect(await claimed()).toMatchObject({ discordId: buyer, language: 'de' });
    await put(`language = 'en'`);
    const chosen = await claimed();
    expect(chosen.language).toBe('en');
    await send(chosen);
  });

  it('asks anew who switches messages on after closing them (OWN-621)', async () => {
    const buyer = newPerson();
    const id = await orderOf(buyer);
    await move(id, 'processing', 2);
    const shut = await claimed();
    await report(shut.id, { kind: 'closed' });
    await move(id, 'completed', 3);
    expect(await claim()).toBeNull();
    await shop.app.get(BotPreferences).saveChoices({ discordId: buyer, directMessages: true });
    await move(id, 'pending', 4);
    await move(id, 'completed', 5);
    expect(await claimed()).toMatchObject({ discordId: buyer });
    await drain();
  });

  it('tells the buyer by the proven Discord id, once, and nobody without one', async () => {
    const buyer = newPerson();
    await move(await shop.order(), 'completed', 2);
    const id = await orderOf(buyer);
    await move(id, 'completed', 2);
    const message = await claimed();
    expect(message).toMatchObject({
      discordId: buyer,
      language: 'en',
      channelId: null,
      payload: null,
      content: { kind: 'order', order: { id, status: 'completed', productName: 'Elytra' } },
    });
    await send(message);
    expect(await claim()).toBeNull();
  });

  it('sends the receipt of a paid purchase with all its orders, once (OWN-612)', async () => {
    const buyer = newPerson();
    const orders = [await orderOf(buyer), await shop.order()];
    await shop.database.query(
      'UPDATE orders SET user_id = (SELECT user_id FROM orders WHERE id = $1) WHERE id = $2',
      orders,
    );
    const ref = await checkoutOf(orders);
    await shop.append({ type: 'checkout.paid', aggregate: 'checkout', aggregateId: ref, version: 2 });
    const message = await claimed();
    expect(message).toMatchObject({
      discordId: buyer,
      content: { kind: 'paid', checkout: ref, orders: orders.map((id) => ({ id, productName: 'Elytra' })) },
    });
    await send(message);
    await relayAgain('checkout', ref);
    expect(await claim()).toBeNull();
  });

  it('says once that an order was cancelled (OWN-612)', async () => {
    const buyer = newPerson();
    const id = await orderOf(buyer);
    await move(id, 'cancelled', 2);
    const message = await claimed();
    expect(message).toMatchObject({
      discordId: buyer,
      content: { kind: 'order', order: { id, status: 'cancelled' } },
    });
    await send(message);
    await relayAgain('order', String(id));
    expect(await claim()).toBeNull();
  });

  it('sends the same text again until it is reported, also to the next bot', async () => {
    await move(await orderOf(newPerson()), 'completed', 2);
    const { id, nonce } = await claimed();
    await register(id, '{"content":"frozen"}');
    expect((await register(id, '{"content":"frozen"}')).status).toBe(204);
    expect(await register(id, '{"content":"other"}')).toMatchObject({ status: 409 });
    await shop.lapse();
    const old = fence;
    fence = await shop.takeLease('bot-two-2');
    expect(await report(id, { kind: 'sent', messageId: MESSAGE }, old)).toMatchObject({
      status: 409,
      body: { code: 'FENCED' },
    });
    const again = await claimed();
    expect(again).toMatchObject({ id, nonce, payload: '{"content":"frozen"}', channelId: CHANNEL });
    await report(id, { kind: 'sent', messageId: MESSAGE });
    expect((await report(id, { kind: 'sent', messageId: MESSAGE })).status).toBe(204);
    expect(await report(id, { kind: 'closed' })).toMatchObject({ status: 409 });
    expect(await claim()).toBeNull();
  });

  it('sends of several states only the newest, and nothing of an order that went back', async () => {
    const [first, second] = [await orderOf(newPerson()), await orderOf(newPerson())];
    await move(first, 'processing', 2);
    await move(first, 'completed', 3);
    await move(second, 'processing', 2);
    await move(second, 'pending', 3);
    const sent = await drain();
    expect(sent.map(({ content }) => content)).toMatchObject([
      { kind: 'order', order: { id: first, status: 'completed' } },
    ]);
  });

  it('keeps a person’s messages in their order, while one is not reported', async () => {
    const buyer = newPerson();
    const [first, second] = [await orderOf(buyer), await orderOf(buyer)];
    await move(first, 'completed', 2);
    const message = await claimed();
    await register(message.id);
    await move(second, 'completed', 2);
    expect((await claimed()).id).toBe(message.id);
    await report(message.id, { kind: 'sent', messageId: MESSAGE });
    expect((await drain()).map(({ content }) => content)).toMatchObject([{ order: { id: second } }]);
  });

  it('puts off the one who can’t be written to now, and nobody else', async () => {
    await move(await orderOf(newPerson()), 'completed', 2);
    const limited = await claimed();
    await report(limited.id, { kind: 'later', waitMs: 3_600_000 });
    expect(await claim()).toBeNull();
    await move(await orderOf(newPerson()), 'completed', 2);
    expect(await drain()).toHaveLength(1);
    await shop.database.query(`UPDATE discord_people SET wait_until = now()`);
    expect((await drain()).map(({ id }) => id)).toEqual([limited.id]);
  });

  it('forgets a channel that turned out to be another application’s, and nothing else (OWN-612)', async () => {
    const buyer = newPerson();
    const id = await orderOf(buyer);
    await move(id, 'processing', 2);
    await drain();
    await move(id, 'completed', 3);
    const known = await claimed();
    expect(known).toMatchObject({ discordId: buyer, channelId: CHANNEL });
    await register(known.id);
    await report(known.id, { kind: 'later', waitMs: 0 });
    expect(await claimed()).toMatchObject({ id: known.id, channelId: CHANNEL });
    await report(known.id, { kind: 'later', waitMs: 0, isChannelLost: true });
    expect(await claimed()).toMatchObject({ id: known.id, channelId: null, payload: '{}' });
    expect((await report(known.id, { kind: 'sent', messageId: MESSAGE })).status).toBe(204);
  });

  it('does not try again where doors are closed, for a day', async () => {
    const buyer = newPerson();
    await move(await orderOf(buyer), 'completed', 2);
    const closed = await claimed();
    await report(closed.id, { kind: 'closed' });
    const isClosed = async () =>
      botPersonAnswer.parse((await shop.read(`/people?discordId=${closed.discordId}`)).body).messagesClosed;
    // Until they were told (OWN-622).
    expect(await isClosed()).toBe(true);
    const told = { discordId: closed.discordId, toldClosed: true };
    await request(shop.app.getHttpServer())
      .patch('/api/bot/people')
      .set('authorization', 'Bearer a-token-for-specs-only')
      .send(told)
      .expect(200);
    expect(await isClosed()).toBe(false);
    await move(await orderOf(buyer), 'completed', 2);
    expect(await claim()).toBeNull();
    for (const [hours, sent] of [[23.8, 0] as const, [0.2, 1] as const]) {
      const pass = `UPDATE discord_people SET closed_until = closed_until - $1 * interval '1 hour'`;
      await shop.database.query(pass, [hours]);
      await move(await orderOf(buyer), 'completed', 2);
      expect(await drain()).toHaveLength(sent);
    }
  });

  it('sends nothing to who switched it off, unlinked the account, or after a day, of which alone staff are told', async () => {
    const [off, unlinked, inTime] = [newPerson(), newPerson(), newPerson()];
    const late = [newPerson(), newPerson()];
    let last = 0;
    for (const buyer of [off, unlinked, inTime, ...late])
      await move((last = await orderOf(buyer)), 'completed', 2);
    await shop.database.query(
      'INSERT INTO discord_people (discord_id, messages) VALUES ($1, false) ON CONFLICT (discord_id) DO UPDATE SET messages = false',
      [off],
    );
    await shop.database.query('UPDATE users SET discord_id = NULL WHERE discord_id = $1', [unlinked]);
    const happened = `UPDATE direct_messages SET occurred_at = now() - $1 * interval '1 hour' WHERE discord_id = ANY($2)`;
    await shop.database.query(happened, [24.2, [unlinked, ...late]]);
    await shop.database.query(happened, [23.8, [inTime]]);
    expect((await drain()).map(({ discordId }) => discordId)).toEqual([inTime]);
    await shop.relayed();
    const alerts = await shop.database.query(
      `SELECT content->'count' AS count, content#>>'{alert,detail}' AS detail FROM posts WHERE content::text LIKE '%given up%'`,
    );
    expect(alerts).toEqual([{ count: 2, detail: expect.stringContaining(`about order:${last}.`) }]);
    await move(await orderOf(off), 'completed', 2);
    expect(await drain()).toEqual([]);
  });

  it('parks what Discord refuses, with an alert, and goes on', async () => {
    await move(await orderOf(newPerson()), 'completed', 2);
    await move(await orderOf(newPerson()), 'completed', 2);
    const poison = await claimed();
    await register(poison.id);
    await report(poison.id, { kind: 'refused', reason: '400 50035: Invalid Form Body' });
    expect(await drain()).toHaveLength(1);
    await shop.relayed();
    const [alert] = await shop.database.query<{ content: unknown }[]>(
      `SELECT content FROM posts WHERE channel = 'error' ORDER BY id DESC LIMIT 1`,
    );
    expect(alert?.content).toMatchObject({ alert: { kind: 'dead-letter' } });
  });

  describe('about a ticket (OWN-526)', () => {
    const answered = async (userId: number, changes = ''): Promise<number> => {
      const rows = await shop.database.query<{ id: number }[]>(
        `INSERT INTO tickets (user_id, name, email, subject, message, priority, status, response, version, ended_at)
         VALUES ($1, 'N', 'n@mail.example', '@everyone *No* elytra', 'm', 'low', 'resolved', 'CODE-1234', 2, now())
         RETURNING id`,
        [userId],
      );
      const id = rows[0]?.id ?? 0;
      if (changes !== '') await shop.database.query(`UPDATE tickets SET ${changes} WHERE id = $1`, [id]);
      return id;
    };
    const end = (type: 'ticket.answered' | 'ticket.closed', id: number) =>
      shop.append({ type, aggregate: 'ticket', aggregateId: String(id), version: 2 });

    it('tells a sender with a proven Discord id once, with the answer', async () => {
      const discordId = newPerson();
      const { userId } = await signIn(shop, { discordId });
      const id = await answered(userId);
      await end('ticket.answered', id);
      const message = await claimed();
      expect(message).toMatchObject({
        discordId,
        content: { kind: 'ticket', ticket: { id, state: 'answered', text: 'CODE-1234' } },
      });
      expect(JSON.stringify(message)).not.toContain('mail.example');
      await relayAgain('ticket', String(id));
      expect((await drain()).map((one) => one.id)).toEqual([message.id]);
    });

    it('says that a ticket was closed, and that another has its own link', async () => {
      const { userId } = await signIn(shop, { discordId: newPerson() });
      await end('ticket.closed', await answered(userId, `status = 'closed', response = NULL`));
      await end('ticket.answered', await answered(userId, `token_hash = 'h'`));
      expect((await drain()).map(({ content }) => content)).toMatchObject([
        { ticket: { state: 'closed', isOnAccountPage: true } },
        { ticket: { state: 'answered', isOnAccountPage: false } },
      ]);
    });

    it('tells no visitor, and nobody without a proven id', async () => {
      const { userId } = await signIn(shop);
      await end('ticket.answered', await answered(userId));
      await end('ticket.answered', await answered(userId, 'user_id = NULL'));
      expect(await drain()).toEqual([]);
    });
  });

  describe('the buyer’s own word that goods arrived', () => {
    const received = (id: number, discordId: string) => shop.call(`/orders/${id}/received`, { discordId });

    it('is taken of a delivered order, at its first time', async () => {
      const buyer = newPerson();
      const id = await orderOf(buyer);
      expect(await received(id, buyer)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      await move(id, 'completed', 2);
      const first = receivedOrderAnswer.parse((await received(id, buyer)).body);
      await drain();
      expect(receivedOrderAnswer.parse((await received(id, buyer)).body)).toEqual(first);
    });

    it('is taken of no blocked account (OWN-19)', async () => {
      const buyer = newPerson();
      const id = await orderOf(buyer);
      await move(id, 'completed', 2);
      await drain();
      await shop.database.query('UPDATE users SET blocked_at = now() WHERE discord_id = $1', [buyer]);
      expect(await received(id, buyer)).toMatchObject({ status: 403, body: { code: 'BLOCKED' } });
      const rows = await shop.database.query('SELECT received_at FROM orders WHERE id = $1', [id]);
      expect(rows).toEqual([{ received_at: null }]);
    });

    it('is taken of nobody else', async () => {
      const id = await orderOf(newPerson());
      const stranger = newPerson();
      for (const person of [stranger, await signIn(shop, { discordId: stranger }).then(() => stranger)])
        expect(await received(id, person)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });
  });
});
