import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { botQueueAnswer, createTicketAnswer } from '@pax/contracts';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../../test/discord-peer.js';
import { startDiscordShop, type DiscordShop } from '../../../../test/discord-shop.js';
import { signIn } from '../../../../test/sign-in.js';

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
  const ticketOf = async (id: number): Promise<unknown> => {
    const [row] = await shop.database.query('SELECT status, response FROM tickets WHERE id = $1', [id]);
    return row;
  };
  const audited = (subject: string): Promise<unknown[]> =>
    shop.database.query('SELECT actor, action FROM audit_log WHERE subject = $1 ORDER BY id', [subject]);
  const REFUSED = [
    [CUSTOMER, 'FORBIDDEN'],
    ['310457829164282010', 'FORBIDDEN'],
    [BLOCKED_STAFF, 'BLOCKED'],
  ] as const;

  it('see what is due first, and others nothing of it (OWN-628)', async () => {
    const [later, first, done] = [await shop.order(), await shop.order(), await shop.order()];
    await shop.database.query(`UPDATE orders SET due_at = now() + interval '2 hours' WHERE id = $1`, [later]);
    await shop.database.query(`UPDATE orders SET due_at = now() WHERE id = $1`, [first]);
    await shop.database.query(`UPDATE orders SET status = 'completed', completed_at = now() WHERE id = $1`, [
      done,
    ]);
    const { orders, total } = botQueueAnswer.parse((await shop.read(`/queue?discordId=${STAFF}`)).body);
    expect(orders.map(({ id }) => id)).toEqual([first, later]);
    expect(total).toBe(2);
    for (const [person, code] of REFUSED)
      expect(await shop.read(`/queue?discordId=${person}`)).toMatchObject({ status: 403, body: { code } });
  });

  it('answer a ticket once, under the name of who did it (OWN-629)', async () => {
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
    expect(await audited(`ticket:${id}`)).toEqual([
      ...REFUSED.map(() => expect.objectContaining({ action: 'ticket.refused' })),
      { action: 'ticket.answer', actor: expect.stringMatching(/^user:\d+$|^discord:\d+$/) },
    ]);
    expect(await shop.call('/tickets/999999/respond', { discordId: STAFF, response: 'x' })).toMatchObject({
      status: 404,
    });
  });

  it('write notes that stay inside, with an account alone (OWN-629)', async () => {
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
  });

  it('may do it no more from the moment on at which their role is taken (OWN-7)', async () => {
    const id = await newTicket();
    peer.members.set(STAFF, []);
    const refused = await shop.call(`/tickets/${id}/respond`, { discordId: STAFF, response: 'x' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    peer.members.set(STAFF, [PEER_STAFF_ROLE]);
  });
});
