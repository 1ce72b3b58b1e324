import type { Backend } from '../core/backend.js';
import type { SlashCommand } from '../core/command.js';
import { TEXTS } from '../services/texts.js';

interface PointsDeps {
  backend: Pick<Backend, 'pointsOf'>;
  /** The shop's address for people. */
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
