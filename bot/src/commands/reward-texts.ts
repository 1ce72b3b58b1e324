import type { RewardKey } from '@pax/contracts';
import type { Language } from './command.js';

/** Texts of the reward commands in Discord, per language. */
export interface RewardTexts {
  title: (points: string) => string;
  name: Record<RewardKey, string>;
  cost: (points: string) => string;
  ready: string;
  owned: string;
  tier: (tier: string) => string;
  missing: (points: string) => string;
  codes: string;
  until: (instant: string) => string;
  /** Asks the caller to confirm before points are spent. */
  confirm: (name: string, cost: string, points: string) => string;
  redeem: string;
  keep: string;
  kept: string;
  redeemed: (name: string, points: string) => string;
  code: (code: string, until: string) => string;
}

const en: RewardTexts = {
  title: (points) => `Rewards · you have ${points} points`,
  name: {
    'ten-percent-off': '10% off the next purchase',
    'free-delivery': 'Delivered first',
    'store-credit-5': '$5 store credit',
    'vip-badge': 'VIP badge',
    'early-access': 'Early access for 30 days',
  },
  cost: (points) => `${points} points`,
  ready: 'you can redeem it',
  owned: 'you have it',
  tier: (tier) => `from ${tier} on`,
  missing: (points) => `${points} points missing`,
  codes: 'Your codes for the checkout',
  until: (instant) => `ends ${instant}`,
  confirm: (name, cost, points) => `Redeem **${name}** for ${cost} of your ${points} points?`,
  redeem: 'Redeem',
  keep: 'Keep the points',
  kept: 'Nothing was redeemed.',
  redeemed: (name, points) => `**${name}** is yours. You have ${points} points left.`,
  code: (code, until) => `Your code for the checkout: ${code}, ends ${until}. Only you can use it.`,
};

const de: RewardTexts = {
  title: (points) => `Prämien · du hast ${points} Punkte`,
  name: {
    'ten-percent-off': '10 % auf den nächsten Einkauf',
    'free-delivery': 'Zuerst geliefert',
    'store-credit-5': '5 $ Guthaben',
    'vip-badge': 'VIP-Abzeichen',
    'early-access': '30 Tage früher einkaufen',
  },
  cost: (points) => `${points} Punkte`,
  ready: 'kannst du einlösen',
  owned: 'hast du schon',
  tier: (tier) => `ab ${tier}`,
  missing: (points) => `${points} Punkte fehlen`,
  codes: 'Deine Codes für die Kasse',
  until: (instant) => `endet ${instant}`,
  confirm: (name, cost, points) => `**${name}** für ${cost} deiner ${points} Punkte einlösen?`,
  redeem: 'Einlösen',
  keep: 'Punkte behalten',
  kept: 'Es wurde nichts eingelöst.',
  redeemed: (name, points) => `**${name}** gehört dir. Du hast noch ${points} Punkte.`,
  code: (code, until) => `Dein Code für die Kasse: ${code}, endet ${until}. Nur du kannst ihn benutzen.`,
};

export const REWARD_TEXTS: Record<Language, RewardTexts> = { en, de };
