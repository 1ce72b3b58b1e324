import { formatCount, CHECKOUT_REWARDS, rewardState, type Reward } from '@pax/contracts';
import type { Language, SlashCommand } from './command.js';
import { relativeTime } from '../messages/format.js';
import type { PeopleBackend } from '../shop/people-backend.js';
import { codeSpan } from '../messages/text.js';
import { REWARD_TEXTS } from './reward-texts.js';
import { TEXTS } from './texts.js';
import { obstacleOf, type Loyalty } from './reward-obstacle.js';

const LISTED_CODES = 10;

interface RewardsDeps {
  people: Pick<PeopleBackend, 'rewardsOf'>;
  /** The shop's public address. */
  publicUrl: string;
  /** Clock, in ms since 1970. */
  now?: () => number;
}

function offers(loyalty: Loyalty, language: Language): string[] {
  const texts = REWARD_TEXTS[language];
  return loyalty.shop.map(({ id, pointsCost }) => {
    const state = obstacleOf(loyalty, id, language) ?? texts.ready;
    return `**${texts.name[id]}** · ${texts.cost(formatCount(pointsCost, language))} · ${state}`;
  });
}

function codes(rewards: readonly Reward[], language: Language): string[] {
  const texts = REWARD_TEXTS[language];
  return rewards
    .slice(0, LISTED_CODES)
    .map(
      ({ key, code, expiresAt }) =>
        `${codeSpan(code)} · ${texts.name[key]} · ${texts.until(relativeTime(expiresAt))}`,
    );
}

/** `/rewards`: the rewards that points buy, and the caller's reward codes. */
export function rewardsCommand({ people, publicUrl, now = Date.now }: RewardsDeps): SlashCommand {
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
      const loyalty = await people.rewardsOf(userId);
      if (!loyalty) return { content: TEXTS[language].noAccount(publicUrl) };
      const texts = REWARD_TEXTS[language];
      const own = loyalty.rewards.filter(
        (reward) =>
          CHECKOUT_REWARDS.includes(reward.category) &&
          rewardState(reward, now()) === 'active' &&
          !reward.isFrozen,
      );
      const lines = codes(own, language);
      return {
        embeds: [
          {
            title: texts.title(formatCount(loyalty.points, language)),
            description: offers(loyalty, language).join('\n'),
            ...(lines.length > 0 ? { fields: [{ name: texts.codes, value: lines.join('\n') }] } : {}),
          },
        ],
      };
    },
  };
}
