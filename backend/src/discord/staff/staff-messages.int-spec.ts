import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicketAnswer } from '@pax/contracts';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn } from '../../../test/sign-in.js';

const STAFF = '310457829164282001';
const UNLINKED_STAFF = '310457829164282002';
const BLOCKED_STAFF = '310457829164282003';
const CUSTOMER = '310457829164282009';
const REFUSED = [
  [CUSTOMER, 'FORBIDDEN'],
  [BLOCKED_STAFF, 'BLOCKED'],
] as const;

describe("staff write to a ticket's sender from Discord (OWN-1454)", () => {
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
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const newTicket = async (): Promise<number> => {
    const form = { name: 'x', subject: 'Where?', message: 'Not there.', priority: 'low' };
    return createTicketAnswer.parse((await shop.call('/tickets', { ...form, discordId: CUSTOMER })).body).id;
  };

  it('with an account, once per request, and not to an ended ticket', async () => {
    const id = await newTicket();
    const write = (discordId: string, body: object = {}) =>
      shop.call(`/tickets/${id}/staff-messages`, { discordId, text: 'Which name?', ...body });
    for (const [person, code] of REFUSED)
      expect(await write(person)).toMatchObject({ status: 403, body: { code } });
    expect(await write(UNLINKED_STAFF)).toMatchObject({ status: 409, body: { code: 'DISCORD_NOT_LINKED' } });
    expect((await write(STAFF, { text: 'x'.repeat(2_001) })).status).toBe(400);
    const sent = { requestId: '1310457829164282011' };
    const answers = await Promise.all([1, 2, 3].map(() => write(STAFF, sent)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const written = () =>
      shop.database.query('SELECT side, author, text FROM ticket_messages WHERE ticket_id = $1', [id]);
    expect(await written()).toEqual([{ side: 'staff', author: `user:${staffId}`, text: 'Which name?' }]);
    const [{ status }] = await shop.database.query('SELECT status FROM tickets WHERE id = $1', [id]);
    expect(status).toBe('open');
    const acts = await shop.database.query(
      `SELECT actor FROM audit_log WHERE subject = $1 AND action = 'ticket.message'`,
      [`ticket:${id}`],
    );
    expect(acts).toEqual([{ actor: `user:${staffId}` }]);
    await shop.database.query('UPDATE tickets SET user_id = $2 WHERE id = $1', [id, staffId]);
    expect(await write(STAFF)).toMatchObject({ status: 403, body: { code: 'OWN_TICKET' } });
    await shop.database.query('UPDATE tickets SET user_id = NULL WHERE id = $1', [id]);
    expect((await write(STAFF, { madeAt: 1 })).body).toMatchObject({ code: 'STALE_REFERENCE' });
    await shop.call(`/tickets/${id}/respond`, { discordId: STAFF, response: 'It waits.' });
    expect(await write(STAFF)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_MOVE' } });
    // A repeat of a message from before the end is still answered.
    expect((await write(STAFF, sent)).status).toBe(204);
    expect(await written()).toHaveLength(1);
  });

  it('and take and close a ticket by the buttons of its post (OWN-1590)', async () => {
    const id = await newTicket();
    const set = (discordId: string, status: string, body: object = {}) =>
      shop.call(`/tickets/${id}/status`, { discordId, status, ...body });
    const stored = async (): Promise<unknown> => {
      await shop.relayed();
      const [row] = await shop.database.query(
        `SELECT t.status, p.content #>> '{ticket,status}' AS posted FROM tickets t, posts p
          WHERE t.id = $1 AND p.type = 'ticket.opened' AND p.content #> '{ticket,id}' = to_jsonb(t.id)`,
        [id],
      );
      return row;
    };
    for (const [person, code] of REFUSED)
      expect(await set(person, 'closed')).toMatchObject({ status: 403, body: { code } });
    for (const status of ['open', 'resolved', 'x']) expect((await set(STAFF, status)).status).toBe(400);
    expect((await set(STAFF, 'closed', { madeAt: 1 })).body).toMatchObject({ code: 'STALE_REFERENCE' });
    expect(await stored()).toEqual({ status: 'open', posted: 'open' });
    // Both may press at once; the second changes nothing.
    const taken = await Promise.all([set(STAFF, 'in_progress'), set(UNLINKED_STAFF, 'in_progress')]);
    expect(taken.map(({ status }) => status)).toEqual([204, 204]);
    expect(await stored()).toEqual({ status: 'in_progress', posted: 'in_progress' });
    await shop.database.query('UPDATE tickets SET user_id = $2 WHERE id = $1', [id, staffId]);
    expect(await set(STAFF, 'closed')).toMatchObject({ status: 403, body: { code: 'OWN_TICKET' } });
    await shop.database.query('UPDATE tickets SET user_id = NULL WHERE id = $1', [id]);
    const closed = await Promise.all([set(STAFF, 'closed'), set(UNLINKED_STAFF, 'closed')]);
    expect(closed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
    expect(await set(STAFF, 'in_progress')).toMatchObject({ status: 409, body: { code: 'ILLEGAL_MOVE' } });
    expect(await stored()).toEqual({ status: 'closed', posted: 'closed' });
    const acts = await shop.database.query(
      `SELECT action, count(*)::int AS n FROM audit_log WHERE subject = $1 AND action LIKE 'ticket.%'
        GROUP BY action ORDER BY action`,
      [`ticket:${id}`],
    );
    expect(acts).toEqual([
      { action: 'ticket.closed', n: 1 },
      { action: 'ticket.in_progress', n: 1 },
      { action: 'ticket.status.refused', n: 2 },
    ]);
  });

  it('and the post that opened a ticket gets its answer (OWN-1589)', async () => {
    const id = await newTicket();
    await shop.relayed();
    await shop.call(`/tickets/${id}/respond`, { discordId: STAFF, response: 'It waits.' });
    await shop.relayed();
    const posts = await shop.database.query(
      `SELECT content #>> '{ticket,response}' AS response FROM posts
        WHERE type = 'ticket.opened' AND content #> '{ticket,id}' = to_jsonb($1::int)`,
      [id],
    );
    expect(posts).toEqual([{ response: 'It waits.' }]);
  });
});
