import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startListeningApp, type ListeningApp } from '../../../test/app.js';
import { DiscordPeer, PEER_STAFF_ROLE } from '../../../test/discord-peer.js';
import { signIn } from '../../../test/sign-in.js';
import { SocketClient, disableSocketChecks } from '../../../test/sockets.js';
import { until } from '../../../test/until.js';
import { RoleSource } from '../rights/role-source.js';

jest.setTimeout(60_000);

const STAFF_ID = '427196530852986880';
const CUSTOMER_ID = '427196530852986881';
/** The promised limit, at production intervals. */
const DEADLINE_MS = 5_000;

describe('sockets of staff', () => {
  const peer = new DiscordPeer();
  const open: SocketClient[] = [];
  let shop: ListeningApp;
  let other: ListeningApp;
  /** A process without periodic checks. */
  let still: ListeningApp;
  beforeAll(async () => {
    await peer.listen();
    shop = await startListeningApp(peer.settings());
    const { databaseUrl } = shop;
    other = await startListeningApp(peer.settings(), { databaseUrl });
    still = await startListeningApp(peer.settings(), { databaseUrl, prepare: disableSocketChecks });
  });
  beforeEach(() => {
    peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
    peer.members.set(CUSTOMER_ID, []);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(async () => {
    await Promise.all([other.close(), still.close()]);
    await shop.close();
    await peer.close();
  });

  const connect = async (discordId: string, rooms: number, at = shop) => {
    await at.app.get(RoleSource).readRole(discordId, 'now');
    const { cookie } = await signIn(at, { discordId });
    const client = new SocketClient(at.url, { origin: at.url, cookie });
    open.push(client);
    return { client, rooms: await client.waitForRooms(rooms) };
  };
  const asked = (id: string): number => peer.calls.filter((call) => call.endsWith(id)).length;
  /** Waits until Discord was asked about the person so often again. */
  const askedAgain = async (id: string, times: number): Promise<void> => {
    const before = asked(id);
    await until(
      async () => asked(id),
      (count) => count >= before + times,
      20_000,
    );
  };

  it('end within 5 s when the role is lost; customers cost no further call to Discord (OWN-564, OWN-7)', async () => {
    const [staff, customer] = [await connect(STAFF_ID, 3), await connect(CUSTOMER_ID, 2)];
    expect(staff.rooms).toContain('admin');
    expect(customer.rooms).not.toContain('admin');
    const before = asked(CUSTOMER_ID);
    peer.members.set(STAFF_ID, []);
    expect(await staff.client.waitUntilEnded(DEADLINE_MS)).toBe('io server disconnect');
    expect(customer.client.endings).toEqual([]);
    expect(asked(CUSTOMER_ID)).toBe(before);
    const again = await connect(STAFF_ID, 2);
    expect(again.rooms).not.toContain('admin');
  });

  it('end within 5 s in every process, also when the role is lost right after a question (OWN-564)', async () => {
    for (let round = 0; round < 3; round += 1) {
      peer.members.set(STAFF_ID, [PEER_STAFF_ROLE]);
      const [here, there] = [await connect(STAFF_ID, 3), await connect(STAFF_ID, 3, other)];
      await askedAgain(STAFF_ID, 1);
      peer.members.set(STAFF_ID, []);
      const endings = await Promise.all([
        here.client.waitUntilEnded(DEADLINE_MS),
        there.client.waitUntilEnded(DEADLINE_MS),
      ]);
      expect(endings).toEqual(['io server disconnect', 'io server disconnect']);
    }
  });

  it('cost one call to Discord in three seconds, however many sockets and processes there are (OWN-564)', async () => {
    await connect(STAFF_ID, 3);
    await connect(STAFF_ID, 3);
    await connect(STAFF_ID, 3, other);
    await askedAgain(STAFF_ID, 1);
    const begun = performance.now();
    await askedAgain(STAFF_ID, 4);
    expect(performance.now() - begun).toBeGreaterThan(9_000);
    expect(performance.now() - begun).toBeLessThan(4 * DEADLINE_MS);
  });

  it('end at once when a call elsewhere notices the lost role (OWN-564)', async () => {
    const staff = await connect(STAFF_ID, 3, still);
    peer.members.set(STAFF_ID, []);
    expect(await shop.app.get(RoleSource).readRole(STAFF_ID, 'now')).toBe('customer');
    expect(await staff.client.waitUntilEnded()).toBe('io server disconnect');
  });

  it('stay while Discord is unavailable, with the rights they had (OWN-7)', async () => {
    const staff = await connect(STAFF_ID, 3);
    peer.isUnavailable = true;
    try {
      await askedAgain(STAFF_ID, 2);
      expect(staff.client.endings).toEqual([]);
    } finally {
      peer.isUnavailable = false;
    }
  });
});
