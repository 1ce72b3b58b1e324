import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DirectMessageContent, TicketMessage } from '@pax/contracts';
import { startDiscordShop, type BotAnswer, type DiscordShop } from '../../../test/discord-shop.js';
import { startFileHost, type FileHost } from '../../../test/file-host.js';
import { buildPng } from '../../../test/picture-files.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

const SENDER = '310457829164281011';
const OTHER = '310457829164281012';
const FORM = { name: 'Nova', email: 'n@mail.example', subject: 'No elytra', message: 'I was online.' };

describe('the conversation of a ticket in direct messages (OWN-1452)', () => {
  let shop: DiscordShop;
  let admin: SignedIn;
  let sender: SignedIn;
  let cdn: FileHost;
  beforeAll(async () => {
    cdn = await startFileHost({
      '/cdn/a.png': buildPng({ width: 8, height: 8 }),
      '/cdn/text.png': Buffer.from('no picture'),
    });
    shop = await startDiscordShop({ RATE_LIMIT_FACTOR: '100', DISCORD_CDN_URL: cdn.url });
    admin = await signIn(shop, { admin: true });
    sender = await signIn(shop, { discordId: SENDER });
    await signIn(shop, { discordId: OTHER });
  });
  afterAll(async () => {
    await shop.close();
    cdn.close();
  });

  const opened = async (): Promise<number> =>
    Number((await sender.agent.post('/api/support-tickets').send(FORM).expect(201)).body.id);
  const post = (id: number, path: string, body: object) =>
    admin.agent.post(`/api/support-tickets/${id}/${path}`).send(body);
  const write = (id: number, body: object = {}) =>
    shop.call(`/tickets/${id}/messages`, { discordId: SENDER, text: 'nova_mc', ...body });
  const messages = async (id: number): Promise<TicketMessage[]> =>
    (await admin.agent.get(`/api/support-tickets/${id}/messages`).expect(200)).body;
  const told = async (id: number): Promise<DirectMessageContent[]> => {
    await shop.relayed();
    const rows: { content: DirectMessageContent }[] = await shop.database.query(
      `SELECT content FROM direct_messages WHERE content->>'kind' = 'ticket' AND content->'ticket'->>'id' = $1 ORDER BY id`,
      [String(id)],
    );
    return rows.map(({ content }) => content);
  };
  const codeOf = ({ status, body }: BotAnswer): unknown[] => [status, Object(body).code];

  it('carries each message of staff once, none of the sender, and the answer', async () => {
    const id = await opened();
    await post(id, 'messages', { text: 'Which name?' }).expect(201);
    await post(id, 'messages', { text: 'And which world?' }).expect(201);
    expect((await write(id)).status).toBe(204);
    await post(id, 'respond', { response: 'At spawn.' }).expect(200);
    expect(await told(id)).toMatchObject([
      { ticket: { state: 'written', text: 'Which name?', isOnAccountPage: true } },
      { ticket: { state: 'written', text: 'And which world?' } },
      { ticket: { state: 'answered', text: 'At spawn.' } },
    ]);
    const { body: bell } = await sender.agent.get('/api/account/notices').expect(200);
    expect(JSON.stringify(bell)).toContain('"written"');
    expect(JSON.stringify(bell)).not.toMatch(/Which name|At spawn/);
  });

  it('brings what the sender writes back into the shop, with pictures, once per request', async () => {
    const id = await opened();
    const body = { requestId: '1184301928354734081', pictures: [`${cdn.url}/a.png`] };
    const asked = cdn.asked.length;
    const answers = await Promise.all([write(id, body), write(id, body)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect((await write(id, body)).status).toBe(204);
    expect(cdn.asked).toHaveLength(asked + 1);
    expect(await messages(id)).toMatchObject([{ side: 'sender', text: 'nova_mc', author: null }]);
    expect((await messages(id))[0]?.pictures).toHaveLength(1);
  });

  it('refuses what is of others, of a blocked account, of another ticket, too long, or too late', async () => {
    const id = await opened();
    expect(codeOf(await write(id, { discordId: OTHER }))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await write(id, { discordId: '310457829164281099' }))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await write(2_147_483_647))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await write(id, { madeAt: 5 }))).toEqual([409, 'STALE_REFERENCE']);
    for (const text of ['', ' \n', 'x'.repeat(2_001), 'a\u0000b'])
      expect(codeOf(await write(id, { text }))).toEqual([400, 'VALIDATION']);
    expect((await write(id, { text: 'x'.repeat(100_000) })).status).toBe(413);
    expect(codeOf(await write(id, { pictures: [`${cdn.url}/text.png`] }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    await shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [sender.userId]);
    expect(codeOf(await write(id))).toEqual([403, 'BLOCKED']);
    await shop.database.query('UPDATE users SET blocked_at = NULL WHERE id = $1', [sender.userId]);
    expect(await messages(id)).toEqual([]);
    await post(id, 'respond', { response: 'Here.' }).expect(200);
    expect(codeOf(await write(id))).toEqual([409, 'ILLEGAL_MOVE']);
  });

  it('fetches no picture of a message that an ended ticket or the hourly limit refuses', async () => {
    const pictures = [`${cdn.url}/a.png`];
    const asked = cdn.asked.length;
    const ended = await opened();
    await post(ended, 'respond', { response: 'Here.' }).expect(200);
    expect(codeOf(await write(ended, { pictures }))).toEqual([409, 'ILLEGAL_MOVE']);
    const full = await opened();
    await shop.database.query(
      `INSERT INTO ticket_messages (ticket_id, side, text) SELECT $1, 'sender', 'x' FROM generate_series(1, 2000)`,
      [full],
    );
    expect(codeOf(await write(full, { pictures }))).toEqual([429, 'RATE_LIMITED']);
    expect(cdn.asked).toHaveLength(asked);
  });

  it('comes in the order of events that are relayed together', async () => {
    const id = await opened();
    await shop.relayed();
    await post(id, 'messages', { text: 'Which name?' }).expect(201);
    await post(id, 'respond', { response: 'At spawn.' }).expect(200);
    await shop.relayed();
    await shop.database.query(`DELETE FROM direct_messages WHERE content->'ticket'->>'id' = $1`, [
      String(id),
    ]);
    await shop.database.query(`DELETE FROM notices WHERE content->'ticket'->>'id' = $1`, [String(id)]);
    await shop.database.query(
      `UPDATE outbox_events SET published_at = NULL WHERE aggregate = 'ticket' AND aggregate_id = $1`,
      [String(id)],
    );
    expect(await told(id)).toMatchObject([
      { ticket: { state: 'written', text: 'Which name?' } },
      { ticket: { state: 'answered', text: 'At spawn.' } },
    ]);
  });

  it('edits the post of the ticket and makes none of its own', async () => {
    const id = await opened();
    await shop.relayed();
    const posts = async (): Promise<{ content: object }[]> =>
      shop.database.query(`SELECT content FROM posts WHERE content->'ticket'->>'id' = $1`, [String(id)]);
    expect(await posts()).toHaveLength(1);
    await write(id);
    await shop.relayed();
    expect(await posts()).toMatchObject([
      { content: { ticket: { messages: 1, lastMessage: { side: 'sender' }, status: 'open' } } },
    ]);
    expect(JSON.stringify(await posts())).not.toContain('nova_mc');
    const [thread] = await shop.database.query('SELECT ended FROM ticket_threads WHERE ticket_id = $1', [id]);
    expect(thread).toEqual({ ended: false });
  });
});
