import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import request from 'supertest';
import { BackendProcess } from '../../../../test/backend-process.js';
import { buy, onePieceOf } from '../../../../test/buying.js';
import { startFileHost } from '../../../../test/file-host.js';
import { disablePolling } from '../../../../test/jobs.js';
import {
  openPushBrowser,
  PUSH_SETTINGS,
  readPushMessages,
  readPushStates,
  sendPushes,
  subscribePush,
  type PushBrowser,
} from '../../../../test/push-browser.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { Relay } from '../../../platform/outbox/relay.js';
import { PushSender } from './push-sender.js';

jest.setTimeout(60_000);

const PUSH = '/api/account/push';

describe('push messages', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop(PUSH_SETTINGS);
    await disablePolling(shop.app, 'send-pushes');
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => shop.peers.faults.clear());
  afterAll(() => shop.close());

  const put = (
    { agent }: SignedIn,
    { endpoint, keys }: Pick<PushBrowser, 'endpoint' | 'keys'>,
    language = 'en',
  ) => agent.put(PUSH).send({ endpoint, keys, language });
  const subscribe = (person: SignedIn, language?: string) => subscribePush(shop, person, language);
  const isOn = async ({ agent }: SignedIn): Promise<boolean> => (await agent.get(PUSH).expect(200)).body.isOn;
  const move = (id: number | undefined, transition: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${transition}`).send({}).expect(200);
  const buyOne = async (buyer: SignedIn) => {
    const bought = await buy(buyer, onePieceOf(await shop.addProduct({ priceCents: 2000 })));
    return { ...bought, id: bought.orders[0] };
  };
  const send = () => sendPushes(shop);
  const statesOf = (userId: number) => readPushStates(shop, userId);

  it('tell each browser of the account what happened, once, with words in its language and a link (OWN-1366)', async () => {
    const buyer = await shop.signIn();
    const { id, checkout } = await buyOne(buyer);
    const browser = await subscribe(buyer, 'de');
    expect(await isOn(buyer)).toBe(true);
    await send();
    expect(await readPushMessages(shop, browser)).toEqual([]);
    await move(id, 'process');
    await send();
    await move(id, 'complete');
    await send();
    await send();
    await admin.agent.post(`/api/admin/orders/${id}/refund`).send({ amount: '5.00' }).expect(200);
    await send();
    const page = { url: '/account?tab=orders' };
    expect(await readPushMessages(shop, browser)).toEqual([
      {
        ...page,
        tag: `order:${id}`,
        title: `Bestellung #${id}: Deine Lieferung beginnt`,
        body: 'Elytra × 1\nDas Team hat deine Bestellung übernommen. Bitte sei im Spiel.',
      },
      {
        ...page,
        tag: `order:${id}`,
        title: `Bestellung #${id} wurde geliefert`,
        body: 'Elytra × 1\nIst alles angekommen? Wenn nicht, schreib bitte dem Support.',
      },
      {
        ...page,
        tag: expect.stringMatching(new RegExp(`^order:${id}:refund:\\d+$`)),
        title: `Erstattung zu Bestellung #${id}`,
        body: expect.stringContaining('5,00'),
      },
    ]);
    await shop.database.query('UPDATE outbox_events SET published_at = NULL WHERE aggregate_id = ANY($1)', [
      [checkout, String(id)],
    ]);
    await send();
    expect(await readPushMessages(shop, browser)).toHaveLength(3);
  });

  it('drop a step that a newer one replaced, and never payments, deliveries and sums (OWN-1366)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    const { id } = await buyOne(buyer);
    await move(id, 'process');
    await move(id, 'complete');
    await admin.agent.post(`/api/admin/orders/${id}/refund`).send({}).expect(200);
    await send();
    expect((await readPushMessages(shop, browser)).map(({ title }) => title)).toEqual([
      'Payment received: $20.00',
      `Order #${id} was delivered`,
      `Refund for order #${id}`,
    ]);
  });

  it('stop for a kind that is switched off, also those that wait (OWN-1366)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    const { id } = await buyOne(buyer);
    await move(id, 'process');
    await shop.app.get(Relay).drain();
    const set = (kind: string, isKindOn: boolean) =>
      buyer.agent
        .put('/api/account/notices/switches')
        .send({ kind, way: 'push', isOn: isKindOn })
        .expect(200);
    await set('paid', false);
    await set('delivered', false);
    await send();
    await move(id, 'complete');
    await send();
    expect((await readPushMessages(shop, browser)).map(({ title }) => title)).toEqual([
      `Order #${id}: your delivery has begun`,
    ]);
  });

  it('end with the session: at sign-out, when ended elsewhere, and for who signs in there next (OWN-1367)', async () => {
    const buyer = await shop.signIn();
    const { id } = await buyOne(buyer);
    const browser = await subscribe(buyer);
    await shop.app.get(Relay).drain();
    const [next, stranger] = [await shop.signIn(), await shop.signIn()];
    await put(next, browser).expect(200);
    expect([await isOn(buyer), await isOn(next)]).toEqual([false, true]);
    await move(id, 'process');
    await send();
    expect(await readPushMessages(shop, browser)).toEqual([]);
    await next.agent.post('/api/auth/logout').expect(200);
    const rows = await shop.database.query('SELECT FROM push_subscriptions WHERE endpoint = $1', [
      browser.endpoint,
    ]);
    expect(rows).toHaveLength(0);
    await put(buyer, browser).expect(200);
    await put(stranger, { ...browser, keys: { ...browser.keys, auth: 'a'.repeat(22) } }).expect(409);
    expect(await isOn(buyer)).toBe(true);
    await buyer.agent.delete(PUSH).expect(200);
    await buyer.agent.delete(PUSH).expect(200);
    expect(await isOn(buyer)).toBe(false);
  });

  it('go on for who signs in again there, and end for another account (OWN-1377)', async () => {
    const agent = request.agent(shop.app.getHttpServer());
    const account = { username: `again ${Date.now() % 100_000}`, password: 'a lantern in the fog' };
    await agent.post('/api/auth/register').send(account).expect(201);
    const browser = await subscribePush(shop, { agent }, 'de');
    await shop.database.query('UPDATE sessions SET second_step_at = now(), proven_at = now()');
    await agent.post('/api/auth/login').send(account).expect(200);
    const proven = `SELECT FROM sessions s JOIN push_subscriptions p ON p.session_id = s.id_hash
      WHERE p.endpoint = $1 AND (s.second_step_at IS NOT NULL OR s.proven_at IS NOT NULL)`;
    expect(await shop.database.query(proven, [browser.endpoint])).toEqual([]);
    expect((await agent.get(PUSH).expect(200)).body).toMatchObject({ isOn: true, language: 'de' });
    const find = () =>
      shop.database.query('SELECT FROM push_subscriptions WHERE endpoint = $1', [browser.endpoint]);
    expect(await find()).toHaveLength(1);
    await agent
      .post('/api/auth/register')
      .send({ ...account, username: `${account.username} b` })
      .expect(201);
    expect(await find()).toEqual([]);
    expect((await agent.get(PUSH).expect(200)).body.isOn).toBe(false);
  });

  it('stop for a session of staff that was idle for 12 hours, and go on for a customer’s (OWN-1378)', async () => {
    const [staff, withPassword] = await Promise.all([
      shop.signIn({ discordId: '930000000000000001' }),
      shop.signIn({ discordId: '930000000000000002', openedBy: 'password' }),
    ]);
    await shop.database.query('INSERT INTO known_staff SELECT unnest($1::int[])', [
      [staff.userId, withPassword.userId],
    ]);
    const people = [await shop.signIn({ admin: true }), staff, withPassword, await shop.signIn()];
    for (const person of people) {
      await subscribe(person);
      await buyOne(person);
    }
    await shop.app.get(Relay).drain();
    await shop.database.query(
      `UPDATE sessions SET last_seen_at = now() - interval '13 hours' WHERE user_id = ANY($1)`,
      [people.map(({ userId }) => userId)],
    );
    await send();
    const states = await Promise.all(people.map(async ({ userId }) => (await statesOf(userId)).at(-1)));
    expect(states).toEqual(['paid dropped', 'paid dropped', 'paid sent', 'paid sent']);
    await shop.database.query('UPDATE sessions SET last_seen_at = now() WHERE user_id = $1', [admin.userId]);
  });

  it.each([404, 410])('end for a browser that its service answers with %i (OWN-1368)', async (status) => {
    const buyer = await shop.signIn();
    await subscribe(buyer);
    shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'fail', status } });
    await buyOne(buyer);
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid dropped']);
    expect(await isOn(buyer)).toBe(false);
  });

  it.each([429, 503])(
    'are tried again after %i, and given up after four attempts (OWN-1368)',
    async (status) => {
      const buyer = await shop.signIn();
      const browser = await subscribe(buyer);
      shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'fail', status }, times: 5 });
      await buyOne(buyer);
      const due = () =>
        shop.database.query(
          `UPDATE push_sends SET next_try_at = now() - interval '1 second' WHERE state = 'waiting'`,
        );
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await send();
        expect(await statesOf(buyer.userId)).toEqual(['paid waiting']);
        await due();
      }
      await send();
      expect(await statesOf(buyer.userId)).toEqual(['paid failed']);
      await due();
      await send();
      expect(await readPushMessages(shop, browser)).toEqual([]);
      expect(await isOn(buyer)).toBe(true);
    },
  );

  it('are sent at most once, where the connection breaks or the answer is slow (OWN-1368)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'cut' } });
    const { id } = await buyOne(buyer);
    await send();
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid failed']);
    const sender = shop.app.get(PushSender);
    sender.timeoutMs = 200;
    shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'slow', ms: 600 } });
    await move(id, 'process');
    await send();
    sender.timeoutMs = 5_000;
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid failed', 'taken failed']);
    expect(await readPushMessages(shop, browser)).toHaveLength(1);
  });

  it('do not follow another address (OWN-1368)', async () => {
    const other = await startFileHost({});
    const buyer = await shop.signIn();
    await subscribe(buyer);
    shop.peers.faults.arm({
      faultPoint: 'push.send',
      fault: { kind: 'redirect', location: other.url },
    });
    await buyOne(buyer);
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid failed']);
    expect(other.asked).toEqual([]);
    other.close();
  });

  it('delay later ones of an order while one is being sent, and never repeat it after a crash (OWN-1368)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    const { id } = await buyOne(buyer);
    await move(id, 'process');
    await shop.app.get(Relay).drain();
    const setTaken = (until: string) =>
      shop.database.query(
        `UPDATE push_sends p SET state = 'sending', next_try_at = now() + $2::interval
           FROM notices n WHERE n.id = p.notice_id AND n.user_id = $1 AND n.kind = 'taken'`,
        [buyer.userId, until],
      );
    await setTaken('20 seconds');
    await move(id, 'complete');
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid sent', 'taken sending', 'delivered waiting']);
    await setTaken('0 seconds');
    await send();
    expect((await readPushMessages(shop, browser)).map(({ title }) => title)).toEqual([
      'Payment received: $20.00',
      `Order #${id} was delivered`,
    ]);
  });

  it('are not sent after a crash that came before the first byte (OWN-1368)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    const program = await BackendProcess.start(shop.databaseUrl, {
      ...PUSH_SETTINGS,
      PUSH_HOSTS: shop.peers.url,
      FAILPOINTS: 'push.sending=kill',
    });
    await buyOne(buyer);
    expect(await program.waitUntilEnded(30_000)).toBe('SIGKILL');
    await send();
    await shop.database.query(`UPDATE push_sends SET next_try_at = now() - interval '1 day'`);
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid sending']);
    expect(await readPushMessages(shop, browser)).toEqual([]);
  });

  it('go only to push services and right keys: everything else is refused and changes nothing (OWN-1369)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    const { keys } = browser;
    const port = new URL(shop.peers.url).port;
    for (const endpoint of [
      'https://push.example.com/send',
      `https://127.0.0.1:${port}/push/send/x`,
      `http://127.0.0.1:${Number(port) + 1}/push`,
      `http://user@127.0.0.1:${port}/push`,
      `http://127.0.0.1:${port}/${'x'.repeat(2_000)}`,
      `http://127.0.0.1:${port}/push\nx`,
      'https://[::1]/send',
      'ftp://127.0.0.1/',
      '',
    ])
      expect([endpoint, (await put(buyer, { endpoint, keys })).status]).toEqual([endpoint, 400]);
    const { p256dh, auth } = keys;
    for (const wrong of [
      { p256dh: p256dh.slice(1), auth },
      { p256dh: `${p256dh}A`, auth },
      { p256dh: `B${'A'.repeat(86)}`, auth },
      { p256dh, auth: auth.slice(1) },
      { p256dh, auth: `${auth}A` },
      { p256dh, auth: 5 },
    ])
      await buyer.agent
        .put(PUSH)
        .send({ endpoint: browser.endpoint, keys: wrong, language: 'en' })
        .expect(400);
    await put(buyer, browser, 'fr').expect(400);
    await put(buyer, { ...browser, endpoint: `${shop.peers.url}/${'x'.repeat(100_000)}` }).expect(413);
    const rows = await shop.database.query(
      'SELECT endpoint, p256dh, auth FROM push_subscriptions WHERE endpoint = $1',
      [browser.endpoint],
    );
    expect(rows).toEqual([{ endpoint: browser.endpoint, ...keys }]);
  });

  it('keep one browser for each session, however many subscribe at once (OWN-1369)', async () => {
    const buyer = await shop.signIn();
    const { keys } = await openPushBrowser(shop, buyer);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        put(buyer, { endpoint: `${shop.peers.url}/push/send/${n}`, keys }),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const rows = await shop.database.query(
      'SELECT FROM push_subscriptions p JOIN sessions s ON s.id_hash = p.session_id WHERE s.user_id = $1',
      [buyer.userId],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a shop without a key for push messages', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  it('offers none (OWN-1367)', async () => {
    const buyer = await shop.signIn();
    const { body } = await buyer.agent.get(PUSH).expect(200);
    expect(body).toEqual({ publicKey: null, isOn: false });
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'a'.repeat(22) };
    await buyer.agent
      .put(PUSH)
      .send({ endpoint: `${shop.peers.url}/x`, keys, language: 'en' })
      .expect(404);
  });
});
