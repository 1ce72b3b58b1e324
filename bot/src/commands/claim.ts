import { gameName, type JoinRewardAnswer } from '@pax/contracts';
import type { Backend } from '../shop/backend.js';
import type { SlashCommand, Action } from './command.js';
import { TEXTS, type Texts } from './texts.js';
import { CLAIM_BUTTON } from '../messages/welcome-view.js';

interface ClaimDeps {
  backend: Pick<Backend, 'claimJoinReward'>;
  /** The shop's public address. */
  publicUrl: string;
}

/** `/claim [game-name]`: the join reward, once per person. */
export function claimCommand({ backend, publicUrl }: ClaimDeps): SlashCommand {
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
      const answer = await backend.claimJoinReward(userId, name?.data);
      return { content: claimText(answer, texts, publicUrl) };
    },
  };
}

/** The reply to a claim: the order that was created, or the reason for the refusal and what to do next. */
function claimText(answer: JoinRewardAnswer, texts: Texts, publicUrl: string): string {
  if (answer.success) return texts.claimed(answer.order);
  const { reason, availableAt: at } = answer;
  const from = at === undefined ? undefined : `<t:${Math.ceil(Date.parse(at) / 1_000)}:R>`;
  return texts.notClaimed[reason](publicUrl, from);
}

interface ClaimButtonDeps {
  backend: Pick<Backend, 'claimJoinReward'>;
  /** The shop's public address. */
  publicUrl: string;
}

/** The button of the welcome message: claims as `/claim` does; only the person who pressed it sees the answer. */
export function claimButton({ backend, publicUrl }: ClaimButtonDeps): Action {
  return {
    kind: 'component',
    name: CLAIM_BUTTON,
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 5 },
    async execute({ userId, language }) {
      const answer = await backend.claimJoinReward(userId, undefined);
      return { content: claimText(answer, TEXTS[language], publicUrl) };
    },
  };
}
