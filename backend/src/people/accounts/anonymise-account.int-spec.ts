import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runDeletionNow } from '../../../test/own-data.js';
import { startShop, type Shop } from '../../../test/shop.js';

jest.setTimeout(30_000);

type Row = Readonly<Record<string, unknown>>;

/** Every field of an account that can be empty, filled; whoever adds one fills it here. */
const FILLED = `
  password_hash = 'a hash', discord_linked_at = now(), discord_username = 'nova.chat', claimed_discord_id = '771900112233445577',
  minecraft_name = 'Nova_77', total_spent_cents = 7000, tier = 'gold', tier_floor = 'silver', applied_referral_code = 'PAXFRIEND',
  vip_at = now(), early_access_until = now(), blocked_at = now(), block_reason = 'fraud', operator_since = now(),
  purchases_suspended = true, second_step_owed = true, referred_by_user_id = $2`;

describe('the row of an account that was deleted', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  const rowOf = async (userId: number): Promise<Row> => {
    const rows: Row[] = await shop.database.query('SELECT * FROM users WHERE id = $1', [userId]);
    return rows[0] ?? {};
  };

  it('keeps its number, figures and block; every other field is empty (OWN-583, OWN-584)', async () => {
    const [friend, person] = [await shop.signIn(), await shop.signIn({ discordId: '771900112233445588' })];
    const { userId } = person;
    await person.agent.delete('/api/account').expect(200);
    await shop.database.query(`UPDATE users SET ${FILLED} WHERE id = $1`, [userId, friend.userId]);
    const before = await rowOf(userId);
    const unset = Object.entries(before).flatMap(([field, value]) => (value === null ? [field] : []));
    expect(unset).toEqual(['deleted_at']);
    await runDeletionNow(shop, userId);
    const name = `deleted-${userId}`;
    expect(await rowOf(userId)).toEqual({
      ...before,
      username: name,
      username_key: name,
      username_skeleton: expect.any(String),
      password_hash: null,
      discord_id: null,
      discord_linked_at: null,
      discord_username: null,
      claimed_discord_id: null,
      minecraft_name: null,
      referral_code: null,
      applied_referral_code: null,
      vip_at: null,
      early_access_until: null,
      block_reason: null,
      operator_since: null,
      second_step_owed: false,
      deleted_at: expect.any(Date),
      searched: expect.stringMatching(new RegExp(`^${name} *$`)),
      version: Number(before['version']) + 1,
    });
  });
});
