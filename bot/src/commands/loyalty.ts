import type { Backend } from '../shop/backend.js';
import type { SlashCommand } from './command.js';
import { TEXTS } from './texts.js';
import { codeSpan } from '../messages/text.js';

interface PointsDeps {
  backend: Pick<Backend, 'pointsOf'>;
  /** The shop's public address. */
  publicUrl: string;
}

/** `/points`: the caller's points, tier and way to the next one. */
export function pointsCommand({ backend, publicUrl }: PointsDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'points',
    description: { en: 'Your points and your tier', de: 'Deine Punkte und deine Stufe' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = TEXTS[language];
      const loyalty = await backend.pointsOf(userId);
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
  backend: Pick<Backend, 'referralOf'>;
  /** The shop's public address. */
  publicUrl: string;
}

/** `/referral`: the caller's code, the friends it brought and what they earned. */
export function referralCommand({ backend, publicUrl }: ReferralDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'referral',
    description: { en: 'Your referral code and what it earned', de: 'Dein Empfehlungscode und sein Ertrag' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = TEXTS[language];
      const referral = await backend.referralOf(userId);
      if (!referral) return { content: texts.noAccount(publicUrl) };
      const lines = [
        referral.code === null ? texts.noReferralCode : codeSpan(referral.code),
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
