import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';

const LIMITED = { error: 'RATE_LIMITED' };
const NOTHING = { messages: [] };
/** Between two answers for a room, ms; timers may be a little early. */
const APART_MS = 950;
/** Overlapping requests for which no socket is disconnected. */
const MAX_OVERLAPPING = 5;

describe('resume requests of one socket (OWN-383)', () => {
  let shop: ListeningApp;
  const open: SocketClient[] = [];
  beforeAll(async () => {
    shop = await startListeningApp();
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => shop.close());

  const connect = async (): Promise<{ client: SocketClient; own: string }> => {
    const { userId, cookie } = await signIn(shop);
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    open.push(client);
    await client.rooms(2);
    return { client, own: `user:${userId}` };
  };

  it('are answered for each of its rooms, one per room at a time', async () => {
    const { client, own } = await connect();
    const asked = [
      { room: 'shop', since: 0 },
      { room: own, since: 0 },
      { room: 'shop', since: 0 },
      { room: own, since: 0 },
    ].map((request) => client.resume(request));
    expect(await Promise.all(asked)).toEqual([NOTHING, NOTHING, LIMITED, LIMITED]);
    expect(client.endings).toEqual([]);
  });

  it('are answered once a second per room, other rooms meanwhile', async () => {
    const { client, own } = await connect();
    await client.resume({ room: 'shop', since: 0 });
    const begun = performance.now();
    const again = client.resume({ room: 'shop', since: 0 });
    expect(await client.resume({ room: own, since: 0 })).toEqual(NOTHING);
    expect(performance.now() - begun).toBeLessThan(APART_MS);
    expect(await again).toEqual(NOTHING);
    expect(performance.now() - begun).toBeGreaterThan(APART_MS);
  });

  it('disconnect it when too many overlap; a few do not', async () => {
    const { client } = await connect();
    const ask = (): void => void client.socket.emit('resume', { room: 'shop', since: 0 });
    // The first is answered at once; the second is open for a second.
    await client.resume({ room: 'shop', since: 0 });
    const opened = client.resume({ room: 'shop', since: 0 });
    for (let n = 0; n < MAX_OVERLAPPING; n += 1) ask();
    expect(await opened).toEqual(NOTHING);
    expect(client.endings).toEqual([]);
    const once = client.resume({ room: 'shop', since: 0 }).catch(() => undefined);
    ask();
    await until(
      async () => client.endings,
      ([ending]) => ending === 'io server disconnect',
    );
    await once;
  });
});
