import type { ShopClient } from '../shop-client.js';
import type { SlashCommand, Action } from './command.js';
import { TEXTS, type Texts } from './texts.js';
import { formatCodeSpan } from '../messages/sanitize-text.js';
import { botCalls, gameName, type JoinRewardAnswer } from '@pax/contracts';
import { CLAIM_BUTTON } from '../messages/welcome-view.js';

interface PointsDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** `/points`: the caller's points, tier, and spending that is still missing for the next tier. */
export function pointsCommand({ shop, publicUrl }: PointsDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'points',
    description: { en: 'Your points and your tier', de: 'Deine Punkte und deine Stufe' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = TEXTS[language];
      const { loyalty } = await shop.call(botCalls.botPoints, { query: { discordId: userId } });
      if (!loyalty) return { content: texts.noAccount(publicUrl) };
      const { points, pendingPoints, pendingDeduction, membershipTier, nextTier } = loyalty;
      const lines = [
        texts.points(points),
        ...(pendingPoints > 0 ? [texts.pendingPoints(pendingPoints)] : []),
        ...(pendingDeduction > 0 ? [texts.pendingDeduction(pendingDeduction)] : []),
        ...(nextTier ? [texts.nextTier(texts.tier[nextTier.tier], texts.dollars(nextTier.remaining))] : []),
        '',
        texts.shop(publicUrl),
      ];
      return { embeds: [{ title: texts.tierOf(texts.tier[membershipTier]), description: lines.join('\n') }] };
    },
  };
}

interface ReferralDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** `/referral`: the caller's code, the number of friends who used it, and the credit earned. */
export function referralCommand({ shop, publicUrl }: ReferralDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'referral',
    description: { en: 'Your referral code and what it earned', de: 'Dein Empfehlungscode und sein Ertrag' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = TEXTS[language];
      const { referral } = await shop.call(botCalls.botReferral, { query: { discordId: userId } });
      if (!referral) return { content: texts.noAccount(publicUrl) };
      const lines = [
        referral.code === null ? texts.noReferralCode : formatCodeSpan(referral.code),
        texts.referralFriends(referral.total_referrals, referral.successful_referrals),
        texts.referralEarned(
          texts.dollars(referral.total_store_credit),
          texts.dollars(referral.pending_store_credit),
        ),
        '',
        texts.shop(publicUrl),
      ];
      return { embeds: [{ title: texts.referral, description: lines.join('\n') }] };
    },
  };
}

interface ClaimDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** `/claim [game-name]`: claims the reward for joining the server, once per person. */
export function claimCommand({ shop, publicUrl }: ClaimDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'claim',
    description: { en: 'Your free coins for joining', de: 'Deine Gratis-Coins fürs Beitreten' },
    options: [
      {
        name: 'game-name',
        type: 'text',
        description: { en: 'Your name in the game', de: 'Dein Name im Spiel' },
      },
    ],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 5 },
    async execute({ userId, language, options }) {
      const texts = TEXTS[language];
      const typed = options['game-name'];
      const name = typed === undefined ? undefined : gameName.safeParse(typed);
      if (name?.success === false) return { content: texts.noGameName };
      const body = { discordId: userId, inGameName: name?.data };
      const answer = await shop.call(botCalls.botJoinReward, { body });
      return { content: describeClaim(answer, texts, publicUrl) };
    },
  };
}

/** The reply to a claim: the order that was created, or the reason for the refusal and what to do next. */
function describeClaim(answer: JoinRewardAnswer, texts: Texts, publicUrl: string): string {
  if (answer.success) return texts.claimed(answer.order);
  const { reason, availableAt: at } = answer;
  const from = at === undefined ? undefined : `<t:${Math.ceil(Date.parse(at) / 1_000)}:R>`;
  return texts.notClaimed[reason](publicUrl, from);
}

/**
 * The button of the welcome message; claims the join reward as `/claim` does, and only the person who pressed it sees
 * the answer.
 */
export function createClaimButton({ shop, publicUrl }: ClaimDeps): Action {
  return {
    kind: 'component',
    name: CLAIM_BUTTON,
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 5 },
    async execute({ userId, language }) {
      const answer = await shop.call(botCalls.botJoinReward, { body: { discordId: userId } });
      return { content: describeClaim(answer, TEXTS[language], publicUrl) };
    },
  };
}
