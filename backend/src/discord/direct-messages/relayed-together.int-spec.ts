import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderEvent, startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn } from '../../../test/sign-in.js';

describe('direct messages of events that are relayed together', () => {
  let shop: DiscordShop;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());

  it('tell a refund and a cancellation apart (OWN-1382)', async () => {
    const { userId } = await signIn(shop, { discordId: '310457829164297777' });
    const id = await shop.order();
    await shop.database.query(
      `UPDATE orders SET user_id = $2, status = 'cancelled', version = 3 WHERE id = $1`,
      [id, userId],
    );
    await shop.append(
      { ...orderEvent('order.refunded', id, 2), data: { cashCents: 450 } },
      { ...orderEvent('order.cancelled', id, 3), data: { cashCents: 1_000 } },
    );
    const rows: { content: object }[] = await shop.database.query(
      'SELECT content FROM direct_messages WHERE user_id = $1 ORDER BY id',
      [userId],
    );
    expect(rows.map(({ content }) => content)).toMatchObject([
      { kind: 'order', about: 'refunded', returned: { cash: '4.50' } },
      { kind: 'order', about: 'cancelled', returned: { cash: '10.00' } },
    ]);
  });
});
