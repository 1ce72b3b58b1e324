import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  botRightsAnswer,
  botStatusAnswer,
  botStockAnswer,
  botUsersAnswer,
  createTicketAnswer,
} from '@pax/contracts';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { startDiscordShop, type BotAnswer, type DiscordShop } from '../../../test/discord-shop.js';
import { TEST_ADMIN_ID as ADMIN } from '../../../test/settings.js';
import { signIn } from '../../../test/sign-in.js';
import { z } from 'zod';
import { RoleSource } from '../../people/rights/role-source.js';

const STAFF = '310457829164282001';
const UNLINKED_STAFF = '310457829164282002';
const BLOCKED_STAFF = '310457829164282003';
const CUSTOMER = '310457829164282009';

describe('staff in Discord, by command', () => {
  const peer = new DiscordPeer();
  let shop: DiscordShop;
  let staffId: number;
  beforeAll(async () => {
    await peer.listen();
    shop = await startDiscordShop(peer.settings());
    for (const person of [STAFF, UNLINKED_STAFF, BLOCKED_STAFF]) peer.members.set(person, [PEER_STAFF_ROLE]);
    peer.members.set(CUSTOMER, []);
    staffId = (await signIn(shop, { discordId: STAFF })).userId;
    await signIn(shop, { discordId: BLOCKED_STAFF, blocked: true });
    await signIn(shop, { discordId: CUSTOMER });
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const newTicket = async (): Promise<number> => {
    const body = {
      discordId: CUSTOMER,
      name: 'x',
      subject: 'Where?',
      message: 'Not there.',
      priority: 'low',
    };
    return createTicketAnswer.parse((await shop.call('/tickets', body)).body).id;
  };
  const actsOf = (subject: string): Promise<unknown[]> =>
    shop.database.query(
      `SELECT actor, action, detail FROM audit_log WHERE subject = $1 AND action NOT LIKE '%.refused' ORDER BY id`,
      [subject],
    );
  const ticketOf = async (id: number): Promise<unknown> => {
    const [row] = await shop.database.query('SELECT status, response FROM tickets WHERE id = $1', [id]);
    return row;
  };
  const audited = (subject: string): Promise<{ actor: string; action: string }[]> =>
    shop.database.query('SELECT actor, action FROM audit_log WHERE subject = $1 ORDER BY id', [subject]);
  const byAction = (one: { action: string }, other: { action: string }): number =>
    one.action.localeCompare(other.action);
  /** Uses `/admin-code`: the bot hands the interaction's token over. */
  const askForCode = (userId: string): Promise<BotAnswer> => {
    const interactionToken = `asked-${peer.answers.size}`;
    peer.answers.set(interactionToken, { userId });
    return shop.call('/admin-codes', { interactionToken, language: 'en' });
  };
  const REFUSED = [
    [CUSTOMER, 'FORBIDDEN'],
    ['310457829164282010', 'FORBIDDEN'],
    [BLOCKED_STAFF, 'BLOCKED'],
  ] as const;

  it('answer a ticket once, under the name of who did it (OWN-148)', async () => {
    const id = await newTicket();
    const respond = (discordId: string, response = 'It waits at spawn.') =>
      shop.call(`/tickets/${id}/respond`, { discordId, response });
    for (const [person, code] of REFUSED)
      expect(await respond(person)).toMatchObject({ status: 403, body: { code } });
    expect((await respond(STAFF, '  ')).status).toBe(400);
    expect(await ticketOf(id)).toEqual({ status: 'open', response: null });
    const both = await Promise.all([respond(STAFF), respond(UNLINKED_STAFF, 'Another.')]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
    expect(await ticketOf(id)).toMatchObject({ status: 'resolved' });
    expect((await audited(`ticket:${id}`)).toSorted(byAction)).toEqual([
      expect.objectContaining({ action: 'discord.act' }),
      expect.objectContaining({ action: 'discord.act' }),
      { action: 'ticket.answer', actor: expect.stringMatching(/^user:\d+$|^discord:\d+$/) },
      ...REFUSED.map(() => expect.objectContaining({ action: 'ticket.reply.refused' })),
    ]);
    expect(await shop.call('/tickets/999999/respond', { discordId: STAFF, response: 'x' })).toMatchObject({
      status: 404,
    });
  });

  it('move an order as their button showed it, once, however often it is pressed (OWN-1585)', async () => {
    const id = await shop.order();
    const move = async (what: string, discordId: string, version?: number): Promise<unknown> => {
      const { status, body } = await shop.call(`/orders/${id}/${what}`, { discordId, version });
      return status === 200 ? Object(body).version : Object(body).code;
    };
    const twice = await Promise.all([move('process', STAFF, 1), move('process', STAFF, 1)]);
    expect(twice).toEqual([2, 2]);
    expect(await move('process', UNLINKED_STAFF, 1)).toBe('STALE');
    expect(await move('release', STAFF, 2)).toBe(3);
    expect(await move('process', UNLINKED_STAFF, 3)).toBe(4);
    for (const what of ['release', 'complete', 'process']) expect(await move(what, STAFF, 2)).toBe('STALE');
    expect(await move('release', UNLINKED_STAFF, 4)).toBe(5);
    expect(await move('process', UNLINKED_STAFF, 4)).toBe('STALE');
    const moves = (await audited(`order:${id}`)).flatMap(({ action }) => /order.*/.exec(action) ?? []);
    expect(moves).toEqual(['process', 'release', 'process', 'release'].map((act) => `order.${act}`));
  });

  it('write notes that stay inside, with an account alone (OWN-148)', async () => {
    const id = await newTicket();
    const note = (discordId: string) =>
      shop.call(`/tickets/${id}/notes`, { discordId, text: 'Offline twice.' });
    for (const [person, code] of REFUSED)
      expect(await note(person)).toMatchObject({ status: 403, body: { code } });
    expect(await note(UNLINKED_STAFF)).toMatchObject({ status: 409, body: { code: 'DISCORD_NOT_LINKED' } });
    expect((await note(STAFF)).status).toBe(204);
    expect(
      await shop.database.query('SELECT author_id, text FROM ticket_notes WHERE ticket_id = $1', [id]),
    ).toEqual([{ author_id: staffId, text: 'Offline twice.' }]);
    expect(await ticketOf(id)).toEqual({ status: 'open', response: null });
    expect((await actsOf(`ticket:${id}`)).slice(-2)).toEqual([
      { actor: `user:${staffId}`, action: 'discord.act', detail: { discordId: STAFF, act: 'ticket.note' } },
      { actor: `user:${staffId}`, action: 'ticket.note', detail: {} },
    ]);
  });

  it('write and answer once, however often one window is sent (OWN-826)', async () => {
    const id = await newTicket();
    const note = { discordId: STAFF, text: 'Seen at spawn.', requestId: '1310457829164282001' };
    const reply = { discordId: STAFF, response: 'It waits.', requestId: '1310457829164282002' };
    const notes = await Promise.all([1, 2, 3].map(() => shop.call(`/tickets/${id}/notes`, note)));
    expect(notes.map(({ status }) => status)).toEqual([204, 204, 204]);
    // What is written again on purpose is another request.
    const again = { ...note, requestId: '1310457829164282004' };
    expect((await shop.call(`/tickets/${id}/notes`, again)).status).toBe(204);
    const replies = await Promise.all([1, 2, 3].map(() => shop.call(`/tickets/${id}/respond`, reply)));
    expect(replies.map(({ status }) => status)).toEqual([204, 204, 204]);
    const done = (await actsOf(`ticket:${id}`)).filter((row) => !JSON.stringify(row).includes('discord.act'));
    expect(done).toHaveLength(3);
    expect(await shop.database.query('SELECT text FROM ticket_notes WHERE ticket_id = $1', [id])).toEqual([
      { text: 'Seen at spawn.' },
      { text: 'Seen at spawn.' },
    ]);
    const another = { ...reply, requestId: '1310457829164282003' };
    expect(await shop.call(`/tickets/${id}/respond`, another)).toMatchObject({
      body: { code: 'ILLEGAL_MOVE' },
    });
  });

  describe('and by the commands of the shop (OWN-148, OWN-34, OWN-740)', () => {
    const delivered = async (cents = 1_999): Promise<number> => {
      const id = await shop.order();
      await shop.database.query(
        `UPDATE orders SET status = 'completed', completed_at = now(), total_cents = $2, cash_cents = $2 WHERE id = $1`,
        [id, cents],
      );
      return id;
    };
    const refund = async (id: number, discordId: string, amount?: string, version?: number) => {
      const [row]: unknown[] = await shop.database.query('SELECT version FROM orders WHERE id = $1', [id]);
      const seen = version ?? z.object({ version: z.number() }).safeParse(row).data?.version ?? 1;
      return shop.call(`/orders/${id}/refund`, { discordId, version: seen, amount });
    };

    it('refund by right and up to the limit alone', async () => {
      const id = await delivered(6_000);
      for (const [person, code] of [...REFUSED, [STAFF, 'FORBIDDEN'] as const])
        expect(await refund(id, person, '5.00')).toMatchObject({ status: 403, body: { code } });
      const over = await refund(id, ADMIN);
      expect(over).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_REQUIRED' } });
      expect(await refund(id, ADMIN, '60.01')).toMatchObject({ body: { code: 'REFUND_TOO_LARGE' } });
      expect(await refund(id, ADMIN, '50.01')).toMatchObject({ body: { code: 'SECOND_STEP_REQUIRED' } });
      expect((await refund(id, ADMIN, '50.00')).status).toBe(200);
      expect((await refund(id, ADMIN, '-1')).status).toBe(400);
      expect(await refund(await shop.order(), ADMIN, '1.00')).toMatchObject({
        body: { code: 'ILLEGAL_MOVE' },
      });
      expect((await refund(999_999, ADMIN, '1.00')).status).toBe(404);
      expect(await actsOf(`order:${id}`)).toContainEqual({
        actor: expect.stringMatching(/^(user|discord):/),
        action: 'discord.act',
        detail: { discordId: ADMIN, act: 'order.refund' },
      });
    });

    it('act on no order of their own account; an admin does (OWN-890)', async () => {
      const own = async (userId: number, isDelivered = false): Promise<number> => {
        const id = await (isDelivered ? delivered() : shop.order());
        await shop.database.query('UPDATE orders SET user_id = $2 WHERE id = $1', [id, userId]);
        return id;
      };
      const refused = { status: 403, body: { code: 'OWN_ORDER' } };
      const id = await own(staffId);
      for (const move of ['process', 'complete', 'release', 'archive'])
        expect(await shop.call(`/orders/${id}/${move}`, { discordId: STAFF })).toMatchObject(refused);
      const admin = await signIn(shop, { admin: true });
      const owned = await own(admin.userId);
      expect((await shop.call(`/orders/${owned}/complete`, { discordId: ADMIN })).status).toBe(200);
      const refunded = await own(staffId, true);
      const rights = jest
        .spyOn(shop.app.get(RoleSource), 'readRights')
        .mockResolvedValue({ role: 'staff', rights: ['orders', 'refund'] });
      expect(await shop.read(`/orders/${refunded}/refund?discordId=${STAFF}`)).toMatchObject(refused);
      expect(await refund(refunded, STAFF, '1.00')).toMatchObject(refused);
      rights.mockRestore();
    });

    it('are asked about an order by the right to refund alone; a refusal leaves a row and nothing else (OWN-34)', async () => {
      const id = await delivered();
      const asked = (discordId: string, orderId = id) =>
        shop.read(`/orders/${orderId}/refund?discordId=${discordId}`);
      for (const [person, code] of [...REFUSED, [STAFF, 'FORBIDDEN'] as const])
        expect(await asked(person)).toMatchObject({ status: 403, body: { code } });
      expect((await audited(`order:${id}`)).map(({ action }) => action)).toEqual(
        [...REFUSED, STAFF].map(() => 'order.refund.refused'),
      );
      expect(await asked(ADMIN)).toMatchObject({ status: 200, body: { id, version: expect.any(Number) } });
      expect((await asked(ADMIN, 999_999)).status).toBe(404);
      expect(await audited(`order:${id}`)).toHaveLength(REFUSED.length + 1);
    });

    it('set stock by right, of what has pieces of its own', async () => {
      const id = await shop.product();
      const set = (discordId: string, stock: number, product = id) =>
        shop.call(`/products/${product}/stock`, { discordId, stock });
      for (const [person, code] of REFUSED)
        expect(await set(person, 5)).toMatchObject({ status: 403, body: { code } });
      const both = await Promise.all([set(STAFF, 7), set(STAFF, 7)]);
      for (const answer of both)
        expect(answer).toMatchObject({ status: 200, body: { id, onHand: 7, free: 7 } });
      expect((await set(STAFF, -1)).status).toBe(400);
      expect(await set(STAFF, 1, 999_999)).toMatchObject({ body: { code: 'PRODUCT_NOT_FOUND' } });
      expect(await actsOf(`product:${id}`)).toContainEqual({
        actor: `user:${staffId}`,
        action: 'product.update',
        detail: { stock: 7 },
      });
    });

    it('set stock as it was proposed, else are told what it is now (OWN-195)', async () => {
      const id = await shop.product();
      const set = (stock: number, stockVersion?: number) =>
        shop.call(`/products/${id}/stock`, { discordId: STAFF, stock, stockVersion });
      const proposed = async () => {
        const { products } = botStockAnswer.parse((await shop.read('/stock')).body);
        return products.find((one) => one.id === id);
      };
      const { onHand: before, stockVersion: seen } = (await proposed()) ?? {};
      expect(seen).toEqual(expect.any(Number));
      const first = await set(before === 7 ? 8 : 7, seen);
      expect(first).toMatchObject({ status: 200, body: { before } });
      const { onHand: now } = (await proposed()) ?? {};
      const second = await set(9, seen);
      expect(second).toMatchObject({ status: 409, body: { code: 'STALE', current: { onHand: now } } });
      expect(await proposed()).toMatchObject({ onHand: now });
      // Without a version, as where the name was typed, the last one wins and hears what was.
      expect(await set(9)).toMatchObject({ status: 200, body: { before: now, onHand: 9 } });
    });

    it('look up accounts without money or addresses, and what waits', async () => {
      for (const [person, code] of REFUSED) {
        expect(await shop.read(`/users?discordId=${person}&q=x`)).toMatchObject({
          status: 403,
          body: { code },
        });
        expect(await shop.read(`/status?discordId=${person}`)).toMatchObject({ status: 403, body: { code } });
      }
      const { users, total } = botUsersAnswer.parse(
        (await shop.read(`/users?discordId=${STAFF}&q=${CUSTOMER}`)).body,
      );
      expect([users[0]?.discordId, total]).toEqual([CUSTOMER, 1]);
      expect(Object.keys(users[0] ?? {})).not.toContain('storeCredit');
      const status = await shop.read(`/status?discordId=${STAFF}`);
      expect(botStatusAnswer.parse(status.body)).toMatchObject({ tickets: expect.any(Number) });
    });

    it('are led to the panel by role, and know their rights (OWN-34)', async () => {
      const led = async (discordId: string, act: string) =>
        (await shop.call('/panel-acts', { discordId, act })).status;
      for (const act of ['cancel', 'pool', 'block']) {
        expect([await led(STAFF, act), await led(CUSTOMER, act)]).toEqual([403, 403]);
        expect(await led(ADMIN, act)).toBe(204);
      }
      const about = async (body: object) => (await shop.call('/panel-acts', body)).status;
      expect(await about({ discordId: ADMIN, act: 'cancel', orderId: 41 })).toBe(204);
      expect(await about({ discordId: CUSTOMER, act: 'cancel', orderId: 41 })).toBe(403);
      // What only leads there is no act, so no row of one is left without the act's own (OWN-34).
      expect((await actsOf('panel')).map((row) => JSON.stringify(row))).toEqual(
        ['cancel', 'pool', 'block'].map((act) => expect.stringMatching(`"panel.link".*"act":"${act}"`)),
      );
      expect((await audited('order:41')).map(({ action }) => action)).toEqual([
        'panel.link',
        'cancel.refused',
      ]);
      const rights = async (discordId: string) =>
        botRightsAnswer.parse((await shop.read(`/rights?discordId=${discordId}`)).body);
      expect(await rights(CUSTOMER)).toEqual({ role: 'customer', rights: [] });
      expect(await shop.read(`/rights?discordId=${BLOCKED_STAFF}`)).toMatchObject({
        status: 403,
        body: { code: 'BLOCKED' },
      });
      expect((await rights(STAFF)).role).toBe('staff');
      expect((await rights(ADMIN)).role).toBe('admin');
    });
  });

  it('get a code for the panel with an account alone, and everybody else the reason (OWN-34)', async () => {
    expect(await askForCode(STAFF)).toMatchObject({ status: 204, body: {} });
    expect(await askForCode(UNLINKED_STAFF)).toMatchObject({
      status: 409,
      body: { code: 'DISCORD_NOT_LINKED' },
    });
    for (const [person, code] of REFUSED)
      expect(await askForCode(person)).toMatchObject({ status: 403, body: { code } });
    expect(await actsOf('admin-code')).toEqual([
      {
        actor: `user:${staffId}`,
        action: 'discord.act',
        detail: { discordId: STAFF, act: 'admin-code.issue' },
      },
      {
        actor: `discord:${UNLINKED_STAFF}`,
        action: 'discord.act',
        detail: { discordId: UNLINKED_STAFF, act: 'admin-code.issue' },
      },
    ]);
    const refusals = (await audited('admin-code')).filter(({ action }) => action !== 'discord.act');
    expect(refusals.map(({ action }) => action)).toEqual(REFUSED.map(() => 'admin-code.issue.refused'));
  });

  describe('with each act (OWN-7, OWN-34)', () => {
    let orderId: number;
    let ticketId: number;
    let productId: number;
    beforeAll(async () => {
      [orderId, ticketId, productId] = [await shop.order(), await newTicket(), await shop.product()];
    });
    const recorded = (): Promise<{ subject: string; detail: unknown }[]> =>
      shop.database.query(`SELECT subject, detail FROM audit_log WHERE action = 'discord.act' ORDER BY id`);
    const onOrder = (path: string, body: object = {}) =>
      shop.call(`/orders/${orderId}/${path}`, { discordId: STAFF, ...body });
    const onTicket = (path: string, body: object) =>
      shop.call(`/tickets/${ticketId}/${path}`, { discordId: STAFF, ...body });

    const ACTS: [act: string, carryOut: () => Promise<BotAnswer>, subject: () => string][] = [
      ['order.process', () => onOrder('process'), () => `order:${orderId}`],
      ['order.release', () => onOrder('release'), () => `order:${orderId}`],
      ['order.complete', () => onOrder('complete'), () => `order:${orderId}`],
      ['ticket.note', () => onTicket('notes', { text: 'Seen.' }), () => `ticket:${ticketId}`],
      ['ticket.reply', () => onTicket('respond', { response: 'Done.' }), () => `ticket:${ticketId}`],
      [
        'product.stock',
        () => shop.call(`/products/${productId}/stock`, { discordId: STAFF, stock: 4 }),
        () => `product:${productId}`,
      ],
      ['admin-code.issue', () => askForCode(STAFF), () => 'admin-code'],
    ];
    it.each(ACTS)('%s: Discord is asked anew and one row names who asked', async (act, carryOut, subject) => {
      const [asked, rows] = [peer.calls.length, (await recorded()).length];
      expect((await carryOut()).status).toBeLessThan(300);
      expect(peer.calls.slice(asked).filter((call) => call.includes(STAFF))).toHaveLength(1);
      expect((await recorded()).slice(rows)).toEqual([
        { subject: subject(), detail: { discordId: STAFF, act } },
      ]);
    });

    it('and says what was tried where the shop refuses it by its state', async () => {
      const rows = (await recorded()).length;
      for (const move of ['process', 'release'])
        expect(await onOrder(move)).toMatchObject({ body: { code: 'ILLEGAL_MOVE' } });
      const tried = (await recorded()).slice(rows).map(({ detail }) => detail);
      expect(tried).toMatchObject([{ act: 'order.process' }, { act: 'order.release' }]);
    });

    it('while what is only read needs no answer of this moment and leaves no row', async () => {
      const read = async () => {
        for (const path of ['queue?', 'users?q=x&', 'status?', `orders/${orderId}?`, 'rights?'])
          expect((await shop.read(`/${path}discordId=${STAFF}`)).status).toBe(200);
      };
      await read();
      const [asked, rows] = [peer.calls.length, (await recorded()).length];
      await read();
      expect(peer.calls.slice(asked).filter((call) => call.includes(STAFF))).toEqual([]);
      expect((await recorded()).slice(rows)).toEqual([]);
    });
  });

  it('may do it no more from the moment on at which their role is taken (OWN-7)', async () => {
    const id = await newTicket();
    peer.members.set(STAFF, []);
    const refused = await shop.call(`/tickets/${id}/respond`, { discordId: STAFF, response: 'x' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    peer.members.set(STAFF, [PEER_STAFF_ROLE]);
  });
});
