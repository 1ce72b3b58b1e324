import type { BotLanguage } from './languages.js';
import type { BellContent } from './entities/notice.js';
import { formatCount, formatDecimal } from './number-formats.js';

/** Words of a notice outside of the shop's pages: in direct messages, mails and pushes. */
interface BellWords {
  readonly title: string;
  readonly lines: readonly string[];
  /** Label of the link to the page about the notice. */
  readonly link: string;
  /** Address of that page, without the shop's origin. */
  readonly path: string;
}

type ContentOf<K extends BellContent['kind']> = Extract<BellContent, { kind: K }>;
type Texts = { readonly [K in BellContent['kind']]: (content: ContentOf<K>) => Omit<BellWords, 'path'> };

const EN_TIERS = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
  diamond: 'Diamond',
};
const DE_TIERS = { ...EN_TIERS, silver: 'Silber', platinum: 'Platin', diamond: 'Diamant' };

const en: Texts = {
  restocked: ({ product: { name } }) => ({
    title: `${name} is back in stock`,
    lines: ['It is on your wishlist.'],
    link: 'Open in the shop',
  }),
  unlocked: ({ points, orderId }) => ({
    title: `Points unlocked: ${formatCount(points, 'en')}`,
    lines: [`Order #${orderId} was delivered, so its points are yours to spend.`],
    link: 'Your points',
  }),
  tier: ({ tier }) => ({
    title: `Your tier is now ${EN_TIERS[tier]}`,
    lines: ['Its benefits count from your next order on.'],
    link: 'Your benefits',
  }),
  friend: ({ credit }) => ({
    title: 'A friend of yours bought something',
    lines: [`${formatDecimal(credit, 'en')} of store credit is on your account.`],
    link: 'Your referrals',
  }),
  stranded: ({ cash }) => ({
    title: `Refund: ${formatDecimal(cash, 'en')}`,
    lines: ['Your payment came in, but no order could take it. It goes back the way you paid.'],
    link: 'Your orders',
  }),
};

const de: Texts = {
  restocked: ({ product: { name } }) => ({
    title: `${name} ist wieder da`,
    lines: ['Das Produkt steht auf deiner Wunschliste.'],
    link: 'Im Shop öffnen',
  }),
  unlocked: ({ points, orderId }) => ({
    title: `Punkte freigeschaltet: ${formatCount(points, 'de')}`,
    lines: [`Bestellung #${orderId} wurde geliefert, du kannst ihre Punkte jetzt einlösen.`],
    link: 'Deine Punkte',
  }),
  tier: ({ tier }) => ({
    title: `Deine Stufe ist jetzt ${DE_TIERS[tier]}`,
    lines: ['Die Vorteile gelten ab deiner nächsten Bestellung.'],
    link: 'Deine Vorteile',
  }),
  friend: ({ credit }) => ({
    title: 'Ein Freund hat eingekauft',
    lines: [`${formatDecimal(credit, 'de')} Guthaben sind auf deinem Konto.`],
    link: 'Deine Empfehlungen',
  }),
  stranded: ({ cash }) => ({
    title: `Erstattung: ${formatDecimal(cash, 'de')}`,
    lines: [
      'Deine Zahlung kam an, aber keine Bestellung konnte sie annehmen. Sie geht auf deinem Zahlungsweg zurück.',
    ],
    link: 'Deine Bestellungen',
  }),
};

const TEXTS: Readonly<Record<BotLanguage, Texts>> = { en, de };

/** Returns the address of the page about a notice, without the shop's origin. */
export function bellPathOf(content: BellContent): string {
  if (content.kind === 'restocked') return `/?product=${content.product.id}`;
  if (content.kind === 'friend') return '/account?tab=referrals';
  return content.kind === 'stranded' ? '/account?tab=orders' : '/account?tab=loyalty';
}

function describe(content: BellContent, texts: Texts): Omit<BellWords, 'path'> {
  if (content.kind === 'restocked') return texts.restocked(content);
  if (content.kind === 'unlocked') return texts.unlocked(content);
  if (content.kind === 'tier') return texts.tier(content);
  return content.kind === 'friend' ? texts.friend(content) : texts.stranded(content);
}

/** Describes a notice in a language, outside of the shop's pages. */
export const describeBellContent = (content: BellContent, language: BotLanguage): BellWords => ({
  ...describe(content, TEXTS[language]),
  path: bellPathOf(content),
});
