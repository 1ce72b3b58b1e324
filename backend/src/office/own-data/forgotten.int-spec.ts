import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ownDataExport } from '@pax/contracts';
import request from 'supertest';
import { buy, onePieceOf } from '../../../test/buying.js';
import { signInWithDiscord } from '../../../test/discord-sign-in.js';
import { DiscordPeer } from '../../../test/discord-peer.js';
import { DISCORD_SETTINGS } from '../../../test/discord-shop.js';
import { expectInvariants } from '../../../test/invariants.js';
import { runJob, disablePolling } from '../../../test/jobs.js';
import {
  deleteNow,
  MARK,
  MARKED_DISCORD_ID,
  findMarked,
  listTables,
  WITHOUT_TEXT,
} from '../../../test/own-data.js';
import { phonePhoto } from '../../../test/picture-files.js';
import { awaitMessages } from '../../../test/expect-settled.js';
import { startShop, type Shop } from '../../../test/shop.js';
import type { SignedIn } from '../../../test/sign-in.js';
import { Relay } from '../../platform/outbox/relay.js';
import { ForgetEvidence } from './forget-old-data.js';

jest.setTimeout(120_000);

const BROWSER = `Mozilla/5.0 (${MARK}) Firefox/145.0`;
const MEMBER_ID = '771900112233449999';
const COINS = 500_000_000;

/** What stays for disputes for EVIDENCE_DAYS, and is read by the dispute packet alone. */
const KEPT_FOR_DISPUTES = ['checkouts.discord_name', 'checkouts.game_name', 'purchase_evidence.user_agent'];

describe('what is left of a deleted account', () => {
  const peer = new DiscordPeer();
  let shop: Shop;
  let admin: SignedIn;
  let friend: SignedIn;
  let person: SignedIn;
  let checkout: string;
  let before: string[];

  beforeAll(async () => {
    await peer.listen();
    peer.people.set(MARKED_DISCORD_ID, `${MARK}.chat`);
    peer.members.set(MARKED_DISCORD_ID, []);
    shop = await startShop({
      ...DISCORD_SETTINGS,
      DISCORD_CHANNEL_TICKETS: '500000000000000015',
      ...peer.settings(),
      TOKEN_KEY: 'a key of the specs that is long enough',
    });
    // Without a VIP role a run in between would delete the row that stands for one.
    await disablePolling(shop.app, 'grant-vip-roles');
    admin = await shop.signIn({ admin: true });
    friend = await shop.signIn();
    await shop.fillPool(COINS);
    const coins = { category: 'coins', isCustom: true, stock: 0, coinValue: null };
    await shop.addProduct({ name: 'Custom Coins', ...coins });
    person = await shop.signIn({ username: `${MARK} person`, discordId: MARKED_DISCORD_ID });
    await liveAndBuy();
    await markByHand();
    await awaitMessages(shop);
    await shop.app.get(Relay).drain();
    before = await findMarked(shop.database);
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  /** Everything that a person can do, under names that carry the mark. */
  async function liveAndBuy(): Promise<void> {
    const { agent, userId } = person;
    await agent
      .put('/api/account/profile')
      .send({ minecraftName: `${MARK}_game` })
      .expect(200);
    await agent.post('/api/referrals/set-code').send({ customCode: 'PAXMKRZQ1' }).expect(200);
    await agent.post('/api/referrals/set-code').send({ customCode: 'PAXMKRZQ2' }).expect(200);
    await friend.agent.post('/api/referrals/apply').send({ referralCode: 'PAXMKRZQ2' }).expect(200);
    await agent.post('/api/discord/join-rewards').send({}).expect(200);
    agent.set('user-agent', BROWSER);
    const names = { inGameName: `${MARK}_game`, discordName: `${MARK}.chat` };
    const wings = await shop.addProduct({ name: 'Wings' });
    const bought = await buy(person, onePieceOf(wings), names);
    await agent
      .put('/api/account/wishlist')
      .send({ add: [{ id: wings }] })
      .expect(200);
    checkout = bought.checkout;
    const friends = await buy(friend, onePieceOf(await shop.addProduct({ name: 'Pick' })));
    const [joined] = await shop.database.query(
      `SELECT id FROM orders WHERE user_id = $1 AND checkout_id IS NULL`,
      [userId],
    );
    for (const id of [...bought.orders, ...friends.orders, joined.id])
      for (const move of ['process', 'complete'])
        await admin.agent
          .patch(`/api/admin/orders/${id}/${move}`)
          .send(id === joined.id ? { reason: `${MARK} asked` } : {})
          .expect(200);
    await agent
      .put(`/api/orders/${bought.orders[0]}/review`)
      .send({ rating: 4, text: `${MARK} likes it` })
      .expect(200);
    await ask(person);
    await ask(friend, 'a friend');
  }

  async function ask({ agent }: SignedIn, word: string = MARK): Promise<void> {
    const upload = agent.post('/api/support-tickets/attachments').set('content-type', 'image/png');
    const { attachment } = (await upload.send(await phonePhoto()).expect(201)).body;
    const words = { name: `${word} name`, subject: `${word} subject`, message: `${word} message` };
    await agent
      .post('/api/support-tickets')
      .send({
        ...words,
        email: `${word.replaceAll(' ', '')}@mail.example`,
        priority: 'low',
        attachments: [attachment],
      })
      .expect(201);
    await agent
      .post('/api/support-tickets')
      .send({ ...words, email: 'x@mail.example', priority: 'low' })
      .expect(201);
    const [ticket] = await shop.database.query('SELECT max(id) AS id FROM tickets');
    await admin.agent
      .post(`/api/admin/support-tickets/${ticket.id}/notes`)
      .send({ text: `${word} note` })
      .expect(201);
    for (const by of [agent, admin.agent])
      await by
        .post(`/api/support-tickets/${ticket.id}/messages`)
        .send({ text: `${word} again` })
        .expect(201);
    await admin.agent
      .post(`/api/support-tickets/${ticket.id}/respond`)
      .send({ response: `Dear ${word}` })
      .expect(200);
  }

  /** Rows that take longer ways than a spec has. */
  async function markByHand(): Promise<void> {
    const { userId } = person;
    const statements = [
      `INSERT INTO receipt_addresses VALUES ($1, '${MARK}@mail.example', 'en')`,
      `INSERT INTO notice_switches VALUES ($1, 'mail', 'taken')`,
      `INSERT INTO known_browsers VALUES ($1, '${MARK}', now())`,
      `INSERT INTO admin_codes (code_hash, user_id, created_by, expires_at) VALUES ('${MARK}', $1, 'operator', now())`,
      `INSERT INTO oauth_states (state_hash, browser_hash, code_verifier, user_id, next_path, expires_at)
       VALUES ('${MARK}', 'b', 'v', $1, '/', now())`,
      `UPDATE sessions SET user_agent = '${BROWSER}' WHERE user_id = $1`,
      `UPDATE users SET claimed_discord_id = '${MARKED_DISCORD_ID}', discord_username = '${MARK}.chat', block_reason = '${MARK}' WHERE id = $1`,
      `INSERT INTO discord_people (discord_id, language) SELECT discord_id, 'de' FROM users WHERE id = $1
       ON CONFLICT (discord_id) DO UPDATE SET language = 'de'`,
      `INSERT INTO pay_links (token_hash, discord_id, items, created_at, expires_at, used_at, request_id)
       SELECT 'h', discord_id, '[]', now(), now(), now(), '${MARK}' FROM users WHERE id = $1`,
      `INSERT INTO newcomers (discord_id, joined_at) SELECT discord_id, now() FROM users WHERE id = $1`,
      `INSERT INTO ticket_lines (message_id, ticket_id, author, author_id, text, written_at)
       SELECT 'of the person', max(id), 'a person of staff', '1', '${MARK}', now() FROM tickets WHERE user_id = $1`,
      `INSERT INTO ticket_lines (message_id, ticket_id, author, author_id, text, written_at)
       SELECT 'by the person', max(t.id), '${MARK}', u.discord_id, 'words about another', now()
         FROM users u, tickets t WHERE u.id = $1 AND t.user_id <> $1 GROUP BY u.discord_id`,
      `INSERT INTO former_roles (discord_id, next_try_at) SELECT discord_id, now() FROM users WHERE id = $1`,
      `INSERT INTO role_grants (user_id) VALUES ($1)`,
      `INSERT INTO block_reasons (audit_id, user_id, text) SELECT max(id), $1, '${MARK}' FROM audit_log`,
      `INSERT INTO security_notices (user_id, kind, user_agent, created_at) VALUES ($1, 'new_browser', '${BROWSER}', now())`,
      `INSERT INTO outbox_events (event_id, type, aggregate, aggregate_id, version)
       SELECT gen_random_uuid(), 'notice.created', 'notice', max(id), 1 FROM security_notices WHERE user_id = $1`,
      `INSERT INTO mails (kind, about, state, last_error)
       SELECT 'receipt', ref, 'waiting', '550 ${MARK}@mail.example' FROM checkouts WHERE user_id = $1`,
      `INSERT INTO mails (kind, about, state, last_error)
       SELECT 'ticket-written', 'm' || max(m.id), 'waiting', '550 ${MARK}@mail.example'
         FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id WHERE t.user_id = $1`,
      `INSERT INTO ticket_links (token_hash, ticket_id) SELECT '${MARK}', min(id) FROM tickets WHERE user_id = $1`,
      `INSERT INTO second_steps (user_id, totp_sealed, totp_since, created_at) VALUES ($1, '${MARK}', now(), now())`,
      `UPDATE sessions SET second_step_at = now() WHERE user_id = $1`,
      `INSERT INTO push_subscriptions (session_id, endpoint, p256dh, auth, language, created_at)
       SELECT id_hash, 'https://push.example/${MARK}', repeat('B', 87), repeat('a', 22), 'de', now()
         FROM sessions WHERE user_id = $1 LIMIT 1`,
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
       VALUES ($1, '${MARK}', '', 0, '{}', '${MARK} key', now())`,
      `INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, '${MARK}')`,
      `INSERT INTO second_step_offers (session_id, kind, value, expires_at)
       SELECT id_hash, 'totp', '${MARK}', now() FROM sessions WHERE user_id = $1 LIMIT 1`,
      `INSERT INTO ticket_pictures (ref_hash, hash, ticket_id, place)
       SELECT '${MARK}', p.hash, t.id, 9 FROM pictures p, tickets t WHERE t.user_id = $1 LIMIT 1`,
      `UPDATE provider_messages SET payload = payload || '{"payer": "${MARK}"}'
        WHERE payload::text LIKE '%' || (SELECT ref FROM checkouts WHERE user_id = $1) || '%'`,
      `UPDATE direct_messages SET reason = '${MARK}' WHERE user_id = $1`,
    ];
    await awaitMessages(shop);
    await shop.app.get(Relay).drain();
    for (const channel of ['history', 'tickets']) await markSent(channel);
    for (const statement of statements)
      await shop.database.query(statement, statement.includes('$1') ? [userId] : []);
  }

  /** As if the bot had sent the person's posts of a channel in one message. */
  async function markSent(channel: string): Promise<void> {
    await shop.database.query(
      `INSERT INTO post_batches (id, channel, nonce, state, fence, lease_until, message_id, sent_at)
       VALUES ($1, $2, $1, 'sent', 1, now(), '1', now())`,
      [`sent-${channel}`, channel],
    );
    await shop.database.query(
      `UPDATE posts SET state = 'sent', batch_id = $1 WHERE channel = $2 AND content::text ~ $3`,
      [`sent-${channel}`, channel, MARK],
    );
  }

  it('was in every table before – mark a new one by liveAndBuy or markByHand, or name it in WITHOUT_TEXT (OWN-584)', async () => {
    const marked = new Set(before.map((column) => column.split('.', 1)[0]));
    const unmarked = (await listTables(shop.database)).filter((table) => !marked.has(table));
    const unknown = unmarked.filter((table) => !(table in WITHOUT_TEXT));
    const namedButMarked = Object.keys(WITHOUT_TEXT).filter((table) => !unmarked.includes(table));
    expect({ unknown, namedButMarked }).toEqual({ unknown: [], namedButMarked: [] });
  });

  describe('is a copy first (OWN-580)', () => {
    it('has all that the person wrote and is named by, and nothing of others', async () => {
      const answer = await person.agent.get('/api/account/export').expect(200);
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="account-${person.userId}.json"`,
      );
      const data = ownDataExport.parse(answer.body);
      expect(answer.body.mails).toContainEqual(
        expect.objectContaining({ about: expect.stringMatching(/^m\d+$/) }),
      );
      const parts = Object.entries(data).flatMap(([part, value]) =>
        JSON.stringify(value).match(new RegExp(MARK, 'i')) ? [part] : [],
      );
      expect(parts.toSorted()).toEqual(
        [
          'account',
          'directMessages',
          'formerReferralCodes',
          'joinRewards',
          'notices',
          'orders',
          'passkeys',
          'purchases',
          'pushSubscriptions',
          'reviews',
          'securityNotices',
          'sessions',
          'tickets',
        ].toSorted(),
      );
      const empty = Object.entries(data).flatMap(([part, value]) =>
        Array.isArray(value) && value.length === 0 ? [part] : [],
      );
      expect(empty.toSorted()).toEqual(['disputes', 'refunds', 'rewards']);
      // The reward for joining Discord is an order without a purchase.
      expect(answer.body.orders).toMatchObject([
        { purchase: null, kind: 'join_reward' },
        { purchase: checkout },
      ]);
      expect(data.account).toMatchObject({
        receiptEmail: `${MARK}@mail.example`,
        discordId: MARKED_DISCORD_ID,
      });
      const text = JSON.stringify(answer.body);
      for (const others of [friend.username, admin.username, 'a friend', `${MARK} note`, 'password_hash'])
        expect(text).not.toContain(others);
    });

    it('is one a day, and none for another site', async () => {
      const exported = () => person.agent.get('/api/account/export');
      expect((await exported().set('sec-fetch-site', 'cross-site')).body.code).toBe('ORIGIN_FORBIDDEN');
      // The settings of this spec allow a thousand times as many.
      await shop.database.query(`UPDATE rate_limits SET points = 1000 WHERE key LIKE 'export-own-data%'`);
      const { body } = await exported().expect(429);
      expect(body).toMatchObject({ code: 'RATE_LIMITED' });
      expect(body.retryAfter).toBeGreaterThan(80_000);
    });
  });

  describe('afterwards', () => {
    let packetBefore: object;
    beforeAll(async () => {
      packetBefore = (await admin.agent.get(`/api/admin/checkouts/${checkout}/dispute-packet`).expect(200))
        .body;
      await deleteNow(shop, person);
      // Without a VIP role nothing is taken from anybody.
      await runJob(shop.app, 'grant-vip-roles');
      await shop.app.get(Relay).drain();
    });

    it('is nothing but what disputes need (OWN-584)', async () => {
      expect(await findMarked(shop.database)).toEqual(KEPT_FOR_DISPUTES);
      const ofPerson = [person.userId];
      expect(await shop.database.query('SELECT 1 FROM role_grants WHERE user_id = $1', ofPerson)).toEqual([]);
    });

    it('are books that add up, an audit and the dispute packet (OWN-583)', async () => {
      await expectInvariants(shop);
      const audited = await shop.database.query(
        `SELECT 1 FROM audit_log WHERE subject = $1 AND action = 'account.delete'`,
        [`user:${person.userId}`],
      );
      expect(audited).toHaveLength(1);
      const packet = (await admin.agent.get(`/api/admin/checkouts/${checkout}/dispute-packet`).expect(200))
        .body;
      const unnamed = JSON.parse(
        JSON.stringify(packetBefore).replaceAll(person.username, `deleted-${person.userId}`),
      );
      // What was written and read is the person's; consent, names, price, delivery and origin stay.
      const emptied = ({ posts, ...rest }: { posts: { content: string }[] }) => ({
        ...rest,
        account: null,
        tickets: null,
        messages: null,
        posts: posts.map((post) => ({ ...post, content: null })),
      });
      expect(emptied(packet)).toEqual(emptied(unnamed));
      expect(packet.posts.length).toBeGreaterThan(0);
      expect(JSON.stringify(packet.posts)).not.toContain(MARK);
      expect(packet.account).toMatchObject({
        id: person.userId,
        username: `deleted-${person.userId}`,
        discordId: null,
      });
    });

    it('is found by nobody under the former names', async () => {
      for (const list of ['orders', 'orders/archived', 'users', 'support-tickets', 'posts']) {
        const { body } = await admin.agent.get(`/api/admin/${list}`).query({ q: MARK }).expect(200);
        expect({ list, body }).toEqual({ list, body: [] });
      }
    });

    it('stays with the friend: orders and pictures of the same bytes', async () => {
      const { body: tickets } = await friend.agent.get('/api/support-tickets').expect(200);
      const shown = tickets.find(({ attachments }: { attachments: object[] }) => attachments.length > 0);
      expect(shown).toMatchObject({ name: 'a friend name' });
      const [row] = await shop.database.query('SELECT count(*)::int AS n FROM pictures WHERE hash = $1', [
        String(shown.attachments[0].file).replace('.webp', ''),
      ]);
      expect(row).toEqual({ n: 1 });
      const { body: profile } = await friend.agent.get('/api/account/profile').expect(200);
      expect(profile).toMatchObject({ referredBy: `deleted-${person.userId}`, appliedReferralCode: null });
    });

    it('is edited in Discord, where it was posted (OWN-584)', async () => {
      const contents: { content: object }[] = await shop.database.query(
        `SELECT p.content FROM posts p JOIN orders o ON o.id = p.order_id WHERE o.user_id = $1`,
        [person.userId],
      );
      expect(contents.length).toBeGreaterThan(0);
      for (const { content } of contents)
        expect(content).toMatchObject({
          order: { username: `deleted-${person.userId}`, minecraftName: null },
        });
      const outdated: { id: string }[] = await shop.database.query(
        `SELECT id FROM post_batches WHERE edit_wanted > edit_done ORDER BY id`,
      );
      expect(outdated.map(({ id }) => id)).toEqual(['sent-history', 'sent-tickets']);
    });

    it('gives the join reward to nobody twice, by Discord id nor by game name (OWN-585)', async () => {
      const claim = async (by: SignedIn, inGameName: string) =>
        (await by.agent.post('/api/discord/join-rewards').send({ inGameName })).body.reason;
      const back = await shop.signIn({ discordId: MARKED_DISCORD_ID });
      expect(await claim(back, 'Someone_Else')).toBe('ALREADY_CLAIMED');
      peer.members.set(MEMBER_ID, []);
      const other = await shop.signIn({ discordId: MEMBER_ID });
      expect(await claim(other, `${MARK.toUpperCase()}_game`)).toBe('NAME_CLAIMED');
      await deleteNow(shop, back);
    });

    it('is blocked again when a blocked person comes back with the same Discord account (OWN-585)', async () => {
      const id = '771900112233448888';
      peer.people.set(id, 'returning');
      const blocked = await shop.signIn({ discordId: id, blocked: true });
      await deleteNow(shop, blocked);
      const browser = request.agent(shop.url);
      await signInWithDiscord(browser, peer, id);
      const { body } = await browser.get('/api/auth/me').expect(200);
      expect(body).toMatchObject({ discordId: id, blocked: true });
      expect(body.id).not.toBe(blocked.userId);
    });

    it('is empty after EVIDENCE_DAYS (OWN-510)', async () => {
      await shop.database.query(`UPDATE purchase_evidence SET recorded_at = now() - interval '541 days'`);
      await shop.app.get(ForgetEvidence).forgetDueEvidence();
      expect(await findMarked(shop.database, MARK)).toEqual([]);
    });
  });
});
