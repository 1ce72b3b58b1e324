import type { SameKeys } from '../../area';
import type { catalogue as mix } from '../mix/referral';

export const catalogue: SameKeys<typeof mix> = {
  heading: 'Wirb einen Freund',
  sentence:
    'Teile deinen Code. Dein Freund zahlt bei jeder Bestellung weniger, und du verdienst jedes Mal Guthaben.',
  friend: 'Dein Freund',
  friendPercent: '{{percent}}\u00a0% Rabatt auf jede Bestellung',
  friendBonus: 'Einmalig {{bonus}} Bonus ab einem Bestellwert von {{from}}',
  you: 'Du',
  youPercent: '{{percent}}\u00a0% von dem, was dein Freund zahlt, als Guthaben',
  youCap: 'Höchstens {{cap}} im Kalendermonat.',
  youWhen: 'Gutgeschrieben, sobald die Bestellung geliefert ist.',
  visitor: 'Anmelden und Code holen',
  signedIn: 'Dein Empfehlungscode',
  make: 'Code holen',
  again: 'Erneut versuchen',
  failed: 'Dein Code ließ sich nicht laden. Bitte versuche es noch einmal.',
};
