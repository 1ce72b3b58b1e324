import type { SameKeys } from '../../message-catalogue';
import type { catalogue as mix } from '../mix/ledger';

export const catalogue: SameKeys<typeof mix> = {
  heading: 'Was gebucht wurde',
  intro:
    'Jede Änderung deiner Punkte und deines Guthabens, die neueste zuerst. Was eine offene Kasse zurücklegt, zählt erst mit der Zahlung, Punkte mit der Lieferung.',
  filter: 'Konto',
  all: 'Alle',
  bonus: 'Bonus',
  balance: {
    points: 'Punkte',
    credit: 'Guthaben',
    bonus: 'Empfehlungsbonus',
    stock: 'Bestand',
    coins: 'Coins',
  },
  reason: {
    earned: 'Mit einem Kauf verdient',
    purchase: 'Für einen Kauf verwendet',
    sold: 'Verkauft',
    refund: 'Bestellung #{{order}} erstattet',
    reward: 'Prämie: {{name}}',
    reward_credit: 'Aus einer Prämie',
    commission: 'Bestellung #{{order}} eines Freundes wurde geliefert',
    commission_back: 'Bestellung #{{order}} eines Freundes wurde erstattet',
    referral_bonus: 'Willkommensbonus für einen Empfehlungscode',
    join_reward: 'Gratis-Coins, Bestellung #{{order}}',
    restock: 'Produkt von Bestellung #{{order}} ist zurück',
    adjusted: 'Vom Team gesetzt',
    account_deleted: 'Konto gelöscht',
    other: 'Vom Shop gebucht',
  },
  after: 'danach {{amount}}',
  below: 'danach {{amount}} abzuziehen',
  receipt: 'Beleg',
  actor: 'durch {{actor}}',
  empty: 'Noch nichts gebucht',
  emptyText: 'Punkte und Guthaben stehen hier ab deinem ersten Kauf.',
  failed: 'Der Verlauf konnte nicht geladen werden.',
  more: 'Mehr zeigen',
};
