import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/achievements';

export const catalogue: SameKeys<typeof mix> = {
  heading: 'Erfolge',
  count: '{{earned}} von {{all}} erreicht',
  next: 'Nächster Erfolg',
  all: 'Alles erreicht, worauf man hinarbeiten kann',
  failed: 'Deine Erfolge ließen sich nicht laden.',
  progress: 'Fortschritt: {{name}}',
  of: '{{have}} von {{target}}',
  percent: '{{percent}}\u00a0%',
  earned: 'Erreicht',
  open: 'Noch nicht',
  rarity: { common: 'Gewöhnlich', rare: 'Selten', epic: 'Episch', legendary: 'Legendär' },
  first_purchase: { name: 'Erster Einkauf', text: 'Kaufe zum ersten Mal etwas.' },
  big_spender: { name: 'Großeinkauf', text: 'Gib insgesamt $100 aus.' },
  loyalty_master: { name: 'Punktesammler', text: 'Habe 500 Treuepunkte auf einmal.' },
  referral_champion: { name: 'Botschafter', text: 'Fünf Freunde lösen deinen Code ein.' },
  frequent_buyer: { name: 'Stammkunde', text: 'Kaufe zehnmal ein.' },
  vip_member: { name: 'VIP-Mitglied', text: 'Gib insgesamt $500 aus.' },
  founding_member: { name: 'Gründungsmitglied', text: 'Sei eines der ersten 100 Konten.' },
  community_hero: { name: 'Held der Gemeinschaft', text: 'Verdiene $50 Guthaben durch Freunde.' },
};
