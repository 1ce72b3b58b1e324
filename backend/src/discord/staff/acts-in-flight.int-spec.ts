import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DiscordPeer, PEER_MONEY_ROLE } from '../../../test/discord-peer.js';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn, type SignedIn } from '../../../test/sign-in.js';

describe('an act for which Discord is asked while its right ends', () => {
  const peer = new DiscordPeer();
  let shop: DiscordShop;
  let adminId: number;
  let nextId = 427_196_530_852_990_000n;
  beforeAll(async () => {
    await peer.listen();
    shop = await startDiscordShop(peer.settings());
    adminId = (await signIn(shop, { admin: true })).userId;
  });
  afterAll(async () => {
    await shop.close();
    await peer.close();
  });

  const setRights = (...rights: string[]): Promise<unknown> =>
    shop.database.query(
      `INSERT INTO role_rights (role_id, rights, version, updated_by, updated_at) VALUES ($1, $2, 1, $3, now())
       ON CONFLICT (role_id) DO UPDATE SET rights = $2`,
      [PEER_MONEY_ROLE, rights, adminId],
    );
  const newStaff = async (): Promise<SignedIn & { discordId: string }> => {
    await setRights('orders', 'move');
    nextId += 1n;
    const discordId = String(nextId);
    peer.members.set(discordId, [PEER_MONEY_ROLE]);
    return { ...(await signIn(shop, { discordId })), discordId };
  };
  /** Processes an order; `change` happens after Discord was asked and before it answers. */
  const processDuring = async (
    place: 'panel' | 'bot',
    staff: SignedIn & { discordId: string },
    change: () => Promise<unknown>,
  ): Promise<[number, string, string]> => {
    const id = await shop.order();
    let asked = 0;
    peer.beforeMemberAnswer = async () => {
      asked += 1;
      await change();
    };
    const { status, body } = await (place === 'panel'
      ? staff.agent.patch(`/api/admin/orders/${id}/process`).send({})
      : shop.call(`/orders/${id}/process`, { discordId: staff.discordId }));
    peer.beforeMemberAnswer = async () => undefined;
    expect(asked).toBeGreaterThan(0);
    const [order]: { status: string }[] = await shop.database.query(
      'SELECT status FROM orders WHERE id = $1',
      [id],
    );
    return [status, String(Object(body).code), String(order?.status)];
  };

  it.each(['panel', 'bot'] as const)(
    'is refused by the %s when the role lost it (OWN-1346)',
    async (place) => {
      const staff = await newStaff();
      expect((await processDuring(place, staff, async () => undefined))[2]).toBe('processing');
      expect(await processDuring(place, staff, () => setRights('tickets'))).toEqual([
        403,
        'FORBIDDEN',
        'pending',
      ]);
    },
  );

  it.each(['panel', 'bot'] as const)(
    'is refused by the %s when the account was blocked (OWN-1346)',
    async (place) => {
      const staff = await newStaff();
      const block = () =>
        shop.database.query('UPDATE users SET blocked_at = now() WHERE id = $1', [staff.userId]);
      expect(await processDuring(place, staff, block)).toEqual([403, 'BLOCKED', 'pending']);
    },
  );

  it('is refused when the session ended or its Discord account was unlinked (OWN-1346)', async () => {
    for (const [statement, status] of [
      ['DELETE FROM sessions WHERE user_id = $1', 401],
      ['UPDATE users SET discord_id = NULL WHERE id = $1', 403],
    ] as const) {
      const staff = await newStaff();
      const end = () => shop.database.query(statement, [staff.userId]);
      expect(await processDuring('panel', staff, end)).toMatchObject({ 0: status, 2: 'pending' });
    }
  });
});
