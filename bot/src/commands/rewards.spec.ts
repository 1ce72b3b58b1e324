import { describe, expect, it } from '@jest/globals';
import {
  customerCalls,
  REWARD_KEYS,
  REWARD_SHOP,
  type BotRedeemRequest,
  type Reward,
  type RewardOfferAnswer,
} from '@pax/contracts';
import { ZodError } from 'zod';
import { aCall, CALLER_ID } from '../../test/samples.js';
import type { Language, Reply } from './command.js';
import { ForeignButtonError, parseCustomId } from '../messages/custom-id.js';
import {
  createKeepPointsButton,
  createRedeemButton,
  redeemCommand,
  type Loyalty,
  rewardsCommand,
} from './rewards.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const publicUrl = 'https://shop.test';
const reward: Reward = {
  id: 3,
  key: 'ten-percent-off',
  name: '',
  description: '',
  pointsCost: 500,
  category: 'discount',
  value: '10',
  code: 'K7QM-2VXT',
  isUsed: false,
  isHeld: false,
  redeemedAt: '2026-11-20T18:00:00.000Z',
  expiresAt: '2026-12-20T18:00:00.000Z',
};
const NOW = Date.parse('2026-12-01T00:00:00.000Z');
const offer = (id: (typeof REWARD_KEYS)[number]): RewardOfferAnswer => ({
  ...REWARD_SHOP[id],
  id,
  value: '',
  isOwned: id === 'free-delivery',
});
const loyalty: Loyalty = {
  points: 1_240,
  membershipTier: 'gold',
  rewards: [reward, { ...reward, code: 'USED', isUsed: true }, { ...reward, code: 'FROZEN', isFrozen: true }],
  shop: REWARD_KEYS.map(offer),
};

const shopWith = (found: Loyalty | null) =>
  new StubShop(stubCall(customerCalls.botRewards, () => ({ loyalty: found })));

describe('/rewards (OWN-615)', () => {
  const shown = (language: Language, found: Loyalty | null = loyalty) =>
    rewardsCommand({ shop: shopWith(found), publicUrl, now: () => NOW }).execute(aCall({ language }));

  it('says of each reward what is missing for it, and shows codes that can be used', async () => {
    const [embed] = (await shown('en')).embeds ?? [];
    expect(embed?.title).toBe('Rewards · you have 1,240 points');
    expect(embed?.description?.split('\n')).toEqual([
      '**10% off the next purchase** · 500 points · you can redeem it',
      '**Delivered first** · 300 points · you have it',
      '**$5 store credit** · 1,000 points · you can redeem it',
      '**VIP badge** · 2,000 points · 760 points missing',
      '**Early access for 30 days** · 3,000 points · from Platinum on',
    ]);
    expect(embed?.fields?.[0]?.value).toBe('`K7QM-2VXT` · 10% off the next purchase · ends <t:1797789600:R>');
  });

  it('speaks German, and answers the caller alone', async () => {
    const [embed] = (await shown('de', { ...loyalty, rewards: [] })).embeds ?? [];
    expect(embed?.title).toBe('Prämien · du hast 1.240 Punkte');
    expect(embed?.description).toContain('760 Punkte fehlen');
    expect(embed?.fields).toBeUndefined();
    const { policy } = rewardsCommand({ shop: shopWith(null), publicUrl });
    expect(policy).toMatchObject({ defer: true, ephemeral: true });
  });

  it('tells who has no account how to get one', async () => {
    expect((await shown('en', null)).content).toContain(publicUrl);
  });
});

describe('/redeem (OWN-255)', () => {
  const redeemed: BotRedeemRequest[] = [];
  const shop = (found: Loyalty | null = loyalty) =>
    new StubShop(
      stubCall(customerCalls.botRewards, () => ({ loyalty: found })),
      stubCall(customerCalls.botRedeem, ({ body }) => {
        redeemed.push(body);
        const { category } = REWARD_SHOP[body.rewardId];
        return { reward: { ...reward, key: body.rewardId, category }, points: 740 };
      }),
    );
  const ask = (key: string, found: Loyalty | null = loyalty, language: Language = 'en'): Promise<Reply> =>
    redeemCommand({ shop: shop(found), publicUrl }).execute(aCall({ options: { reward: key }, language }));
  const idsOf = (reply: Reply): string[] =>
    [...JSON.stringify(reply.components ?? []).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => id);
  const press = (id: string | undefined, userId = CALLER_ID) => {
    const { name, args } = parseCustomId(id ?? '') ?? { name: '', args: [] };
    return createRedeemButton(shop()).execute(aCall({ name, args, userId }));
  };

  it('spends nothing before it is confirmed, and then names the question', async () => {
    const asked = await ask('ten-percent-off');
    expect(asked.content).toBe('Redeem **10% off the next purchase** for 500 of your 1,240 points?');
    expect(redeemed).toEqual([]);
    const [yes] = idsOf(asked);
    const done = await press(yes);
    await press(yes);
    expect(new Set(redeemed.map(({ requestId }) => requestId)).size).toBe(1);
    expect(redeemed[0]).toMatchObject({ discordId: CALLER_ID, rewardId: 'ten-percent-off' });
    expect(done.content).toContain('Your code for the checkout: `K7QM-2VXT`');
    expect(done.components).toEqual([]);
    expect(idsOf(await ask('ten-percent-off'))[0]).not.toBe(yes);
  });

  it('shows no code of what works by itself', async () => {
    const [yes] = idsOf(await ask('store-credit-5'));
    expect((await press(yes)).content).toBe('**$5 store credit** is yours. You have 740 points left.');
  });

  it('is nothing that others confirm, or a forged button', async () => {
    const before = redeemed.length;
    const [yes, no] = idsOf(await ask('ten-percent-off'));
    await expect(press(yes, '688214905713819648')).rejects.toBeInstanceOf(ForeignButtonError);
    const { args = [] } = parseCustomId(no ?? '') ?? {};
    const keep = createKeepPointsButton();
    await expect(keep.execute(aCall({ args, userId: '688214905713819648' }))).rejects.toBeInstanceOf(
      ForeignButtonError,
    );
    expect((await keep.execute(aCall({ args }))).content).toBe('Nothing was redeemed.');
    for (const id of [
      `1:redeem:${CALLER_ID}:a-car:${'x'.repeat(36)}`,
      `1:redeem:${CALLER_ID}:vip-badge:x`,
      '1:redeem',
    ])
      await expect(press(id)).rejects.toBeInstanceOf(ZodError);
    expect(redeemed).toHaveLength(before);
  });

  it('does not ask where something is missing, in each language', async () => {
    const poor = await ask('vip-badge');
    expect(poor).toEqual({ content: 'VIP badge: 760 points missing.' });
    expect((await ask('early-access', loyalty, 'de')).content).toBe('30 Tage früher einkaufen: ab Platin.');
    expect((await ask('vip-badge', null)).content).toContain(publicUrl);
  });
});
