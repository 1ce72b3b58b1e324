import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { signIn } from '../../../test/sign-in.js';
import { SocketClient } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { RoomResumes } from './room-resumes.js';

const LIMITED = { error: 'RATE_LIMITED' };
const NOTHING = { messages: [] };
/** Between two answers for a room, ms; timers may be a little early. */
const APART_MS = 950;
/** Overlapping requests for which no socket is disconnected. */
const MAX_OVERLAPPING = 5;

describe('resume requests of one socket (OWN-292)', () => {
  let shop: ListeningApp;
  const open: SocketClient[] = [];
  beforeAll(async () => {
    shop = await startListeningApp();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => shop.close());

  const connect = async (): Promise<{ client: SocketClient; own: string }> => {
    const { userId, cookie } = await signIn(shop);
    const client = new SocketClient(shop.url, { origin: shop.url, cookie });
    open.push(client);
    await client.waitForRooms(2);
    return { client, own: `user:${userId}` };
  };

  /** Keeps every answer back until the returned function is called. */
  const holdAnswers = (): (() => void) => {
    const resumes = shop.app.get(RoomResumes);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    jest.spyOn(resumes, 'resume').mockImplementation(async (...request) => {
      await released;
      return RoomResumes.prototype.resume.apply(resumes, request);
    });
    return release;
  };

  it('are answered for each of its rooms, one per room at a time', async () => {
    const { client, own } = await connect();
    const release = holdAnswers();
    const asked = [
      { room: 'shop', since: 0 },
      { room: own, since: 0 },
      { room: 'shop', since: 0 },
      { room: own, since: 0 },
    ].map((request) => client.resume(request));
    expect(await Promise.all(asked.slice(2))).toEqual([LIMITED, LIMITED]);
    release();
    expect(await Promise.all(asked.slice(0, 2))).toEqual([NOTHING, NOTHING]);
    expect(client.endings).toEqual([]);
  });

  it('are answered once a second per room, other rooms meanwhile', async () => {
    const { client, own } = await connect();
    const begun = performance.now();
    await client.resume({ room: 'shop', since: 0 });
    const answered: string[] = [];
    const ask = async (room: string): Promise<void> => {
      expect(await client.resume({ room, since: 0 })).toEqual(NOTHING);
      answered.push(room);
    };
    await Promise.all([ask('shop'), ask(own)]);
    expect(answered).toEqual([own, 'shop']);
    expect(performance.now() - begun).toBeGreaterThan(APART_MS);
  });

  it('disconnect it when too many overlap; a few do not', async () => {
    const { client } = await connect();
    const ask = () => client.resume({ room: 'shop', since: 0 });
    const release = holdAnswers();
    const opened = ask();
    for (let n = 0; n < MAX_OVERLAPPING; n += 1) expect(await ask()).toEqual(LIMITED);
    release();
    expect(await opened).toEqual(NOTHING);
    expect(client.endings).toEqual([]);
    const releaseAll = holdAnswers();
    const settled = Promise.allSettled([ask(), ask()]);
    await until(
      async () => client.endings,
      ([ending]) => ending === 'io server disconnect',
    );
    releaseAll();
    await settled;
  });
});
