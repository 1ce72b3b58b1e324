import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Viewing } from '@pax/contracts';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { TEST_ADMIN_ID } from '../../../test/settings.js';
import { signIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';

jest.setTimeout(30_000);

const OTHER_ADMIN_ID = '310457829164285953';

describe('who has an order open (OWN-1535)', () => {
  let shop: ListeningApp;
  const open: SocketClient[] = [];
  beforeAll(async () => {
    shop = await startListeningApp({ ADMIN_DISCORD_IDS: `${TEST_ADMIN_ID},${OTHER_ADMIN_ID}` });
  });
  afterAll(async () => {
    for (const client of open) client.close();
    await shop.close();
  });

  const connect = async (rooms: number, discordId?: string) => {
    const { cookie, userId, username } = await signIn(shop, discordId === undefined ? {} : { discordId });
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    open.push(client);
    const heard: Viewing[] = [];
    client.socket.on('viewing', (viewing: Viewing) => heard.push(viewing));
    await client.waitForRooms(rooms);
    return { client, heard, userId, username, tell: (body: unknown) => client.socket.emit('viewing', body) };
  };
  const hears = (heard: readonly Viewing[], count: number) =>
    until(
      async () => heard.length,
      (now) => now >= count,
    );

  it('is told to other staff alone, stored nowhere, and no flood', async () => {
    const [nova, finn, buyer] = [
      await connect(3, TEST_ADMIN_ID),
      await connect(3, OTHER_ADMIN_ID),
      await connect(2),
    ];
    for (const body of [null, {}, { orderId: 0 }, { orderId: 'x' }, { orderId: 3, name: 'root' }])
      nova.tell(body);
    buyer.tell({ orderId: 3 });
    nova.tell({ orderId: 3 });
    await hears(finn.heard, 1);
    expect(finn.heard).toEqual([
      { orderId: 3, connection: nova.client.socket.id, userId: nova.userId, name: nova.username },
    ]);
    for (let time = 0; time < 12; time += 1) nova.tell({ orderId: 4 });
    await hears(finn.heard, 10);
    finn.tell({ orderId: null });
    await hears(nova.heard, 1);
    expect(nova.heard).toMatchObject([{ orderId: null, name: finn.username }]);
    expect(finn.heard).toHaveLength(10);
    expect([buyer.heard, nova.client.endings]).toEqual([[], []]);
    const stored: unknown[] = await shop.database.query(
      `SELECT 1 FROM outbox_events WHERE aggregate = 'order'`,
    );
    expect(stored).toEqual([]);
  });
});
