import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buy, onePieceOf } from '../../../../test/buying.js';
import { disablePolling } from '../../../../test/jobs.js';
import {
  PUSH_SETTINGS,
  readPushMessages,
  readPushStates,
  sendPushes,
  subscribePush,
} from '../../../../test/push-browser.js';
import { startShop, type Shop } from '../../../../test/shop.js';
import type { SignedIn } from '../../../../test/sign-in.js';
import { until } from '../../../../test/until.js';
import { CountedAlerts } from '../../../platform/outbox/alerts.js';
import { Relay } from '../../../platform/outbox/relay.js';

jest.setTimeout(60_000);

describe('push messages that are sent', () => {
  let shop: Shop;
  let admin: SignedIn;
  beforeAll(async () => {
    shop = await startShop(PUSH_SETTINGS);
    await disablePolling(shop.app, 'send-pushes');
    admin = await shop.signIn({ admin: true });
  });
  afterEach(() => shop.peers.faults.clear());
  afterAll(() => shop.close());

  const subscribe = (person: SignedIn) => subscribePush(shop, person);
  const send = () => sendPushes(shop);
  const statesOf = (userId: number) => readPushStates(shop, userId);
  const isOn = async ({ agent }: SignedIn): Promise<boolean> =>
    (await agent.get('/api/account/push').expect(200)).body.isOn;
  const move = (id: number | undefined, transition: string) =>
    admin.agent.patch(`/api/admin/orders/${id}/${transition}`).send({}).expect(200);
  const buyOne = async (buyer: SignedIn) => {
    const { orders } = await buy(buyer, onePieceOf(await shop.addProduct({ priceCents: 2000 })));
    return { id: orders[0] };
  };

  it.each([401, 403])(
    'end with an alert where the service answers the key with %i (OWN-1376)',
    async (status) => {
      const buyer = await shop.signIn();
      await subscribe(buyer);
      shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'fail', status } });
      const { id } = await buyOne(buyer);
      await send();
      expect(await statesOf(buyer.userId)).toEqual(['paid dropped']);
      expect(await isOn(buyer)).toBe(false);
      await move(id, 'process');
      await send();
      const alerts = () =>
        shop.database.query(
          `SELECT FROM outbox_events WHERE type = 'alert.raised' AND data->>'detail' LIKE '%status ' || $1 || '%'`,
          [status],
        );
      await shop.app.get(CountedAlerts).writeEndedWindows(Infinity);
      expect(await alerts()).toHaveLength(1);
    },
  );

  it.each([500, 502, 504])('are not sent again after %i, which may come late (OWN-1368)', async (status) => {
    const buyer = await shop.signIn();
    await subscribe(buyer);
    shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'fail', status } });
    await buyOne(buyer);
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid failed']);
  });

  it('reach a browser in order, also after a payment that its service refused once (OWN-1368)', async () => {
    const buyer = await shop.signIn();
    const browser = await subscribe(buyer);
    shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'fail', status: 429 } });
    const { id } = await buyOne(buyer);
    await send();
    await move(id, 'complete');
    await send();
    expect(await statesOf(buyer.userId)).toEqual(['paid waiting', 'delivered waiting']);
    await shop.database.query(`UPDATE push_sends SET next_try_at = now() WHERE attempts > 0`);
    await send();
    expect((await readPushMessages(shop, browser)).map(({ title }) => title)).toEqual([
      'Payment received: $20.00',
      `Order #${id} was delivered`,
    ]);
  });

  it('wait for no other browser whose service hangs (OWN-1368)', async () => {
    const slow = await shop.signIn();
    await subscribe(slow);
    await buyOne(slow);
    const buyers = await Promise.all(Array.from({ length: 10 }, () => shop.signIn()));
    for (const buyer of buyers) {
      await subscribe(buyer);
      await buyOne(buyer);
    }
    shop.peers.faults.arm({ faultPoint: 'push.send', fault: { kind: 'slow', ms: 3_000 } });
    const sending = send();
    const sent = () =>
      shop.database.query(
        `SELECT FROM push_sends p JOIN notices n ON n.id = p.notice_id
      WHERE p.state = 'sent' AND n.user_id = ANY($1)`,
        [buyers.map(({ userId }) => userId)],
      );
    await until(sent, ({ length }) => length === 10, 2_500);
    expect(await statesOf(slow.userId)).toEqual(['paid sending']);
    await sending;
  });

  it('are lost one by one: a notice that cannot be read takes no other with it (OWN-1368)', async () => {
    const [broken, buyer] = [await shop.signIn(), await shop.signIn()];
    for (const person of [broken, buyer]) {
      await subscribe(person);
      await buyOne(person);
    }
    await shop.app.get(Relay).drain();
    await shop.database.query(`UPDATE notices SET content = '{"kind":"paid"}' WHERE user_id = $1`, [
      broken.userId,
    ]);
    await send();
    expect(await statesOf(broken.userId)).toEqual(['paid failed']);
    expect(await statesOf(buyer.userId)).toEqual(['paid sent']);
  });

  it('are kept by the service for an hour if a newer one replaces them, and else for a day (OWN-1368)', async () => {
    const buyer = await shop.signIn();
    const { id: browser } = await subscribe(buyer);
    const { id } = await buyOne(buyer);
    await send();
    await move(id, 'process');
    await send();
    const answer = await fetch(`${shop.peers.url}/push/browsers/${browser}`);
    const { messages }: { messages: { ttl: number }[] } = JSON.parse(await answer.text());
    expect(messages.map(({ ttl }) => ttl)).toEqual([86_400, 3_600]);
  });
});
