import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminTicket, createTicketAnswer, type AdminTicket, type PostedTicket } from '@pax/contracts';
import request from 'supertest';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

const NOVA = '310457829164281021';

describe('the sender of a ticket (OWN-1340)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let nova: SignedIn;
  let rival: SignedIn;
  let orderId: number;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    admin = await signIn(shop, { admin: true });
    nova = await signIn(shop, { username: 'nova', discordId: NOVA });
    rival = await signIn(shop, { username: 'rival' });
    orderId = await shop.order();
    await shop.database.query('UPDATE orders SET user_id = $1 WHERE id = $2', [nova.userId, orderId]);
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  /** Sends a ticket in nova's name, by nova or another person. */
  const write = async (agent?: SignedIn['agent']): Promise<number> => {
    const body = {
      name: 'nova',
      email: 'n@example.org',
      subject: 'My goods',
      message: `I am nova, order #${orderId}, send my goods to me.`,
      priority: 'high',
    };
    const sender = agent ?? request(shop.app.getHttpServer());
    return createTicketAnswer.parse((await sender.post('/api/support-tickets').send(body).expect(201)).body)
      .id;
  };
  const shown = async (id: number): Promise<AdminTicket> =>
    adminTicket.parse((await admin.agent.get(`/api/admin/support-tickets/${id}`).expect(200)).body);
  const posted = async (): Promise<PostedTicket> => {
    await shop.relayed();
    const { posts } = await shop.send('tickets', fence);
    const [content] = posts.map((post) => post.content);
    if (content?.kind !== 'ticket') throw new Error('no ticket was posted');
    return content.ticket;
  };

  it.each([
    ['a visitor', () => undefined, { username: null, discordId: null, isOwn: false }],
    ['another account', () => rival.agent, { username: 'rival', discordId: null, isOwn: false }],
    ['the account', () => nova.agent, { username: 'nova', discordId: NOVA, isOwn: true }],
  ])('is told in panel and post: %s', async (_, agentOf, { isOwn, ...account }) => {
    const id = await write(agentOf());
    const told = { id, name: 'nova', ...account, namedOrders: [{ id: orderId, isOwn }] };
    expect(await shown(id)).toMatchObject(told);
    expect(await posted()).toMatchObject(told);
  });

  it('is that of the Discord account, with the order that was chosen there', async () => {
    const { body } = await shop.call('/tickets', {
      discordId: NOVA,
      name: 'somebody',
      subject: `Problem mit Bestellung #${orderId}`,
      message: 'One piece is missing.',
      priority: 'high',
      orderId,
    });
    const told = { name: 'nova', username: 'nova', namedOrders: [{ id: orderId, isOwn: true }] };
    expect(await shown(createTicketAnswer.parse(body).id)).toMatchObject(told);
    expect(await posted()).toMatchObject({ ...told, discordId: NOVA });
  });

  it('sees nothing more than before', async () => {
    await write(rival.agent);
    const { body } = await rival.agent.get('/api/support-tickets').expect(200);
    for (const field of ['username', 'discordId', 'discordUsername', 'namedOrders'])
      expect(body[0]).not.toHaveProperty(field);
    await posted();
  });
});
