import type { SameKeys } from '../../area';
import type { catalogue as mix } from '../mix/referral';

export const catalogue: SameKeys<typeof mix> = {
  heading: 'Bring einen Freund auf den Markt',
  sentence:
    'Teile deinen Code. Dein Freund zahlt bei jeder Bestellung weniger, und du verdienst jedes Mal Guthaben.',
  friend: 'Dein Freund',
  friendPercent: '{{percent}} % Rabatt auf jede Bestellung',
  friendBonus: 'Einmal {{bonus}} Bonus, ab einer Bestellung von {{from}}',
  you: 'Du',
  youPercent: '{{percent}} % von dem, was dein Freund zahlt, als Guthaben',
  youWhen: 'Gutgeschrieben, sobald die Bestellung geliefert ist.',
  visitor: 'Anmelden und Code holen',
  signedIn: 'Dein Empfehlungscode',
};
