import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn, type SignInOptions } from '../../../test/sign-in.js';
import { SocketClient, disableSocketChecks } from '../../../test/sockets.js';
import { MAX_SESSIONS } from '../../platform/sessions/session-rows.js';
import { BlockUser } from '../accounts/block-user.js';

/** A check every 4 s, and the time it takes. */
const NEXT_CHECK_MS = 6_000;

describe('rights that end (OWN-564, OWN-18, F36)', () => {
  /** A process without periodic checks. */
  let shop: ListeningApp;
  /** Another of the same shop, with the intervals of production. */
  let other: ListeningApp;
  const open: SocketClient[] = [];
  beforeAll(async () => {
    const settings = { RATE_LIMIT_FACTOR: '100' };
    shop = await startListeningApp(settings, { prepare: disableSocketChecks });
    other = await startListeningApp(settings, { databaseUrl: shop.databaseUrl });
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    await other.close();
    await shop.close();
  });

  const connect = (cookie?: string, at = shop): SocketClient => {
    const client = new SocketClient(at.url, { origin: at.url, cookie });
    open.push(client);
    return client;
  };
  const connected = async (options: SignInOptions = {}, at = shop) => {
    const who = await signIn(at, options);
    const client = connect(who.cookie, at);
    await client.waitForRooms(2);
    return { ...who, client };
  };
  const password = 'correct-horse-8';
  /** Each prepares a socket and a call that ends its rights. */
  const endings: Record<string, () => Promise<{ client: SocketClient; endRight: () => Promise<unknown> }>> = {
    'a logout': async () => {
      const { agent, client } = await connected();
      return { client, endRight: () => agent.post('/api/auth/logout').expect(200) };
    },
    'a block': async () => {
      const { userId, client } = await connected();
      const block = { userId, actor: 'shop', reason: 'a spec' };
      return { client, endRight: () => shop.app.get(BlockUser).execute(block) };
    },
    'the fifth wrong admin code (OWN-17)': async () => {
      const { agent, client } = await connected();
      const guess = () => agent.post('/api/auth/admin-login').send({ adminCode: 'guess' }).expect(401);
      for (let n = 0; n < 4; n += 1) await guess();
      return { client, endRight: guess };
    },
    'signing in anew in the same browser (OWN-26)': async () => {
      const { agent, client } = await connected();
      const account = { username: 'another one', password };
      return { client, endRight: () => agent.post('/api/auth/register').send(account).expect(201) };
    },
    'one session too many (OWN-27)': async () => {
      const account = { username: 'many browsers', password };
      const browser = async () => (await signIn(shop)).agent;
      const first = await (await browser()).post('/api/auth/register').send(account).expect(201);
      const client = connect(first.headers['set-cookie']?.[0]?.split(';')[0]);
      await client.waitForRooms(2);
      const login = async () => (await browser()).post('/api/auth/login').send(account).expect(200);
      for (let n = 1; n < MAX_SESSIONS; n += 1) await login();
      return { client, endRight: login };
    },
  };

  it(`end at once with ${Object.keys(endings).join(', ')}, and nobody else's with them`, async () => {
    const [visitor, bystander] = [connect(), await connected()];
    await visitor.waitForRooms(1);
    const prepared = [];
    for (const prepare of Object.values(endings)) prepared.push(await prepare());
    expect(prepared.flatMap(({ client }) => client.endings)).toEqual([]);
    for (const { client, endRight } of prepared) {
      await endRight();
      expect(await client.waitUntilEnded()).toBe('io server disconnect');
    }
    expect([...visitor.endings, ...bystander.client.endings]).toEqual([]);
  });

  it('do not come back by connecting again', async () => {
    const { userId, cookie } = await connected();
    await shop.app.get(BlockUser).execute({ userId, actor: 'shop', reason: 'a spec' });
    expect(await connect(cookie).waitForRooms(1)).toEqual(['shop']);
  });

  it('end in other processes within 5 s: a session that was deleted elsewhere', async () => {
    const { userId, client } = await connected({}, other);
    await shop.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    expect(await client.waitUntilEnded(NEXT_CHECK_MS)).toBe('io server disconnect');
  });

  it('end with the role', async () => {
    const admin = await connected({ admin: true }, other);
    await admin.client.waitForRooms(3);
    await shop.database.query('UPDATE users SET discord_id = NULL WHERE id = $1', [admin.userId]);
    expect(await admin.client.waitUntilEnded(NEXT_CHECK_MS)).toBe('io server disconnect');
    expect(await connect(admin.cookie, other).waitForRooms(2)).toEqual(['shop', `user:${admin.userId}`]);
  });
});
