import type { Backend } from '../core/backend.js';
import type { Action } from '../core/command.js';
import { TEXTS } from '../services/texts.js';
import { CLAIM_BUTTON } from '../views/welcome-view.js';
import { claimText } from './claim.js';

interface ClaimButtonDeps {
  backend: Pick<Backend, 'claimJoinReward'>;
  /** The shop's address for people. */
  publicUrl: string;
}

/** The button of the welcome message: the same claim as `/claim`, answered to who pressed it alone. */
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
