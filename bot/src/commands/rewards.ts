import {
  customerCalls,
  formatCount,
  isTierAtLeast,
  type BotRewardsAnswer,
  type RewardKey,
  CHECKOUT_REWARD_CATEGORIES,
  getRewardState,
  type Reward,
  botRedeemRequest,
  discordId,
  REWARD_KEYS,
  REWARD_SHOP,
  rewardKey,
} from '@pax/contracts';
import type { Language, SlashCommand, Action, Policy, Reply } from './command.js';
import { REWARD_TEXTS } from './reward-texts.js';
import { TEXTS } from './texts.js';
import { formatRelativeTime } from '../messages/format.js';
import type { ShopClient } from '../shop-client.js';
import { formatCodeSpan } from '../messages/sanitize-text.js';
import { ButtonStyle, ComponentType, type APIButtonComponent } from 'discord.js';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { buildCustomId, ForeignButtonError } from '../messages/custom-id.js';

export type Loyalty = NonNullable<BotRewardsAnswer['loyalty']>;

/**
 * Finds the reason why a person cannot redeem a reward now; null if there is none. The backend decides again, so this
 * only avoids failed attempts.
 */
export function findRedeemObstacle(
  { points, membershipTier, shop }: Loyalty,
  key: RewardKey,
  language: Language,
): string | null {
  const texts = REWARD_TEXTS[language];
  const offer = shop.find(({ id }) => id === key);
  if (!offer) return TEXTS[language].failed;
  if (offer.isOwned) return texts.owned;
  if (!isTierAtLeast(membershipTier, offer.requiredTier))
    return texts.tier(TEXTS[language].tier[offer.requiredTier]);
  const missing = offer.pointsCost - points;
  return missing > 0 ? texts.missing(formatCount(missing, language)) : null;
}

const MAX_LISTED_CODES = 10;

interface RewardsDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
  /** Current time, ms since 1970. */
  now?: () => number;
}

function formatOfferLines(loyalty: Loyalty, language: Language): string[] {
  const texts = REWARD_TEXTS[language];
  return loyalty.shop.map(({ id, pointsCost }) => {
    const state = findRedeemObstacle(loyalty, id, language) ?? texts.ready;
    return `**${texts.name[id]}** · ${texts.cost(formatCount(pointsCost, language))} · ${state}`;
  });
}

function formatCodeLines(rewards: readonly Reward[], language: Language): string[] {
  const texts = REWARD_TEXTS[language];
  return rewards
    .slice(0, MAX_LISTED_CODES)
    .map(
      ({ key, code, expiresAt }) =>
        `${formatCodeSpan(code)} · ${texts.name[key]} · ${texts.until(formatRelativeTime(expiresAt))}`,
    );
}

/** `/rewards`: lists the rewards that points can buy, and the caller's reward codes. */
export function rewardsCommand({ shop, publicUrl, now = Date.now }: RewardsDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'rewards',
    description: {
      en: 'What your points buy, and your codes',
      de: 'Was deine Punkte wert sind, und deine Codes',
    },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const query = { discordId: userId };
      const { loyalty } = await shop.call(customerCalls.botRewards, { query });
      if (!loyalty) return { content: TEXTS[language].noAccount(publicUrl) };
      const texts = REWARD_TEXTS[language];
      const own = loyalty.rewards.filter(
        (reward) =>
          CHECKOUT_REWARD_CATEGORIES.includes(reward.category) &&
          getRewardState(reward, now()) === 'active' &&
          !reward.isFrozen,
      );
      const lines = formatCodeLines(own, language);
      return {
        embeds: [
          {
            title: texts.title(formatCount(loyalty.points, language)),
            description: formatOfferLines(loyalty, language).join('\n'),
            ...(lines.length > 0 ? { fields: [{ name: texts.codes, value: lines.join('\n') }] } : {}),
          },
        ],
      };
    },
  };
}

const confirmedArgs = z.tuple([discordId, rewardKey, botRedeemRequest.shape.requestId]);
const BUTTON_POLICY: Policy = {
  defer: true,
  ephemeral: true,
  permission: 'everyone',
  cooldownSeconds: 0,
  updates: true,
};

interface RedeemDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** Asks for confirmation; the button contains a request id, so that pressing twice redeems only one reward. */
function createConfirmationReply(userId: string, key: RewardKey, points: number, language: Language): Reply {
  const texts = REWARD_TEXTS[language];
  const cost = formatCount(REWARD_SHOP[key].pointsCost, language);
  const createButton = (label: string, style: ButtonStyle.Success | ButtonStyle.Secondary, id: string) =>
    ({ type: ComponentType.Button, style, label, custom_id: id }) satisfies APIButtonComponent;
  return {
    content: texts.confirm(texts.name[key], cost, formatCount(points, language)),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          createButton(texts.redeem, ButtonStyle.Success, buildCustomId('redeem', userId, key, randomUUID())),
          createButton(texts.keep, ButtonStyle.Secondary, buildCustomId('keep-points', userId)),
        ],
      },
    ],
  };
}

/** `/redeem <reward>`: asks the caller to confirm before points are spent. */
export function redeemCommand({ shop, publicUrl }: RedeemDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'redeem',
    description: { en: 'Spend points on a reward', de: 'Punkte für eine Prämie einlösen' },
    options: [
      {
        name: 'reward',
        type: 'text',
        required: true,
        description: { en: 'Which reward', de: 'Welche Prämie' },
        choices: REWARD_KEYS.map((value) => ({
          name: { en: REWARD_TEXTS.en.name[value], de: REWARD_TEXTS.de.name[value] },
          value,
        })),
      },
    ],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language, options }) {
      const key = rewardKey.parse(options['reward']);
      const query = { discordId: userId };
      const { loyalty } = await shop.call(customerCalls.botRewards, { query });
      if (!loyalty) return { content: TEXTS[language].noAccount(publicUrl) };
      const obstacle = findRedeemObstacle(loyalty, key, language);
      if (obstacle !== null) return { content: `${REWARD_TEXTS[language].name[key]}: ${obstacle}.` };
      return createConfirmationReply(userId, key, loyalty.points, language);
    },
  };
}

/** The confirm button of `/redeem`; works only for the person who used the command. */
export function createRedeemButton(shop: Pick<ShopClient, 'call'>): Action {
  return {
    kind: 'component',
    name: 'redeem',
    policy: BUTTON_POLICY,
    async execute({ userId, language, args }) {
      const [owner, rewardId, requestId] = confirmedArgs.parse(args);
      if (owner !== userId) throw new ForeignButtonError();
      const texts = REWARD_TEXTS[language];
      const body = { discordId: userId, rewardId, requestId };
      const { reward, points } = await shop.call(customerCalls.botRedeem, { body });
      const lines = [texts.redeemed(texts.name[rewardId], formatCount(points, language))];
      if (CHECKOUT_REWARD_CATEGORIES.includes(reward.category))
        lines.push(texts.code(formatCodeSpan(reward.code), formatRelativeTime(reward.expiresAt)));
      return { content: lines.join('\n'), components: [] };
    },
  };
}

/** The cancel button of `/redeem`, which keeps the points. */
export function createKeepPointsButton(): Action {
  return {
    kind: 'component',
    name: 'keep-points',
    policy: BUTTON_POLICY,
    async execute({ userId, language, args }) {
      if (args[0] !== userId) throw new ForeignButtonError();
      return { content: REWARD_TEXTS[language].kept, components: [] };
    },
  };
}
