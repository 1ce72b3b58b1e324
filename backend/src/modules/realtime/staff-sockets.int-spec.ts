import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { signIn } from '../../../test/sign-in.js';
import { Listening } from '../../../test/sockets.js';

jest.setTimeout(30_000);

const STAFF_ID = '427196530852986880';
const CUSTOMER_ID = '427196530852986881';
/** A check every 5 s, and the time it takes. */
const DEADLINE_MS = 6_000;

describe('sockets of staff', () => {
  const peer = new DiscordPeer();
  let shop: ListeningApp;
  beforeAll(async () => {
    await peer.listen();
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    peer.members.set(CUSTOMER_ID, []);
    shop = await startListeningApp(peer.settings());
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const connect = async (discordId: string, rooms: number) => {
    const { cookie } = await signIn(shop, { discordId });
    const client = new Listening(shop.url, { origin: shop.url, cookie });
    return { client, rooms: await client.rooms(rooms) };
  };

  it('end within 5 s when Discord says that the role is gone; customers cost Discord no further question (OWN-126, OWN-7)', async () => {
    const [staff, customer] = [await connect(STAFF_ID, 3), await connect(CUSTOMER_ID, 2)];
    expect(staff.rooms).toContain('admin');
    expect(customer.rooms).not.toContain('admin');
    const asked = (id: string): number => peer.calls.filter((call) => call.endsWith(id)).length;
    const before = asked(CUSTOMER_ID);
    peer.members.set(STAFF_ID, []);
    expect(await staff.client.ended(DEADLINE_MS)).toBe('io server disconnect');
    expect(customer.client.endings).toEqual([]);
    expect(asked(CUSTOMER_ID)).toBe(before);
    customer.client.close();
    const again = await connect(STAFF_ID, 2);
    expect(again.rooms).not.toContain('admin');
    again.client.close();
  });
});
