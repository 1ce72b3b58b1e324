import type { JoinRewardReason } from '@pax/contracts';

export const JOIN_REWARD_WELCOME = 'Welcome! You received 1M Coins! Invite friends for even more rewards!';

/** Texts for refused rewards: the reason and the next step. */
export const JOIN_REWARD_TEXTS: Record<JoinRewardReason, string> = {
  OFF: 'There is no reward for joining at the moment.',
  NO_DISCORD: 'Link your Discord account first: sign in with Discord, then claim your coins.',
  NOT_MEMBER: 'Join the Discord server first and come back for your coins.',
  ACCOUNT_TOO_NEW:
    'Your Discord account is still too new for this reward. Nothing is used up: please come back later.',
  MEMBER_TOO_NEW:
    'You have not been on the Discord server long enough. Nothing is used up: please stay and come back later.',
  ALREADY_CLAIMED: 'You have already received your coins for joining.',
  NAME_CLAIMED: 'This game name has already received the coins for joining.',
  POOL_TOO_SMALL: 'There are not enough coins right now. Nothing is used up: please come back later.',
  DISCORD_AWAY: 'Discord does not answer right now. Nothing is used up: please try again in a moment.',
};
