import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimDirectAnswer, type DirectMessage, type DirectMessageContent } from '@pax/contracts';
import { startDiscordShop, type DiscordShop } from '../../../test/discord-shop.js';
import { signIn } from '../../../test/sign-in.js';

const [BUYER, OTHER] = ['310457829164290001', '310457829164290002'];
const CHANNEL = '700000000000000002';
const restocked: DirectMessageContent = { kind: 'restocked', product: { id: 1, name: 'Elytra' } };
const order: DirectMessageContent = {
  kind: 'order',
  order: { id: 1, productName: 'Elytra', quantity: 1, status: 'completed', minecraftName: 'Steve' },
};

describe('direct messages about products that are back (OWN-1388)', () => {
  let shop: DiscordShop;
  let fence: number;
  beforeAll(async () => {
    shop = await startDiscordShop();
    fence = await shop.takeLease('bot-one-1');
  });
  afterAll(() => shop.close());

  const claim = async (): Promise<DirectMessage | null> =>
    claimDirectAnswer.parse((await shop.call('/direct-messages/claim', { fence })).body).message;
  const register = ({ id }: DirectMessage) =>
    shop.call(`/direct-messages/${id}/register`, { fence, payload: '{}', channelId: CHANNEL });

  it('wait for news of orders, of the same person too, but not once begun', async () => {
    const tell = async (discordId: string, userId: number, contents: readonly DirectMessageContent[]) => {
      for (const [place, content] of contents.entries())
        await shop.database.query(
          `INSERT INTO direct_messages (event_id, user_id, discord_id, topic, content, occurred_at, nonce, kind)
           VALUES (gen_random_uuid(), $1, $2, $3, $4, now(), $3, $5)`,
          [userId, discordId, `${discordId} ${place}`, JSON.stringify(content), content.kind],
        );
    };
    const buyer = await signIn(shop, { discordId: BUYER });
    const other = await signIn(shop, { discordId: OTHER });
    await tell(BUYER, buyer.userId, [restocked]);
    const begun = await claim();
    if (begun) await register(begun);
    await tell(OTHER, other.userId, [restocked, order]);
    const sent: [string, string][] = [];
    for (let next = await claim(); next; next = await claim()) {
      if (next.payload === null) await register(next);
      await shop.call(`/direct-messages/${next.id}/report`, {
        fence,
        outcome: { kind: 'sent', messageId: `70000000000000${String(next.id).padStart(4, '0')}` },
      });
      sent.push([next.discordId, next.content.kind]);
    }
    expect(sent).toEqual([
      [BUYER, 'restocked'],
      [OTHER, 'order'],
      [OTHER, 'restocked'],
    ]);
  });
});
