import type { Backend } from '../core/backend.js';
import type { SlashCommand } from '../core/command.js';
import { codeSpan } from '../core/text.js';
import { TEXTS } from '../services/texts.js';

interface ReferralDeps {
  backend: Pick<Backend, 'referralOf'>;
  /** The shop's address for people. */
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
