import type { Category } from '@pax/contracts';
import type { BotLanguage } from '@pax/contracts';

/** Texts of `/shop`, per language. */
export interface ShopTexts {
  title: string;
  category: Record<Category, string>;
  choose: string;
  page: (page: number, pages: number) => string;
  previousPage: string;
  nextPage: string;
  empty: string;
  view: string;
  buy: string;
  amount: string;
  change: string;
  back: string;
  /** Texts of the amount modals: for a number of pieces, and for coins in any amount. */
  pieces: { title: string; label: string; hint: string };
  millions: { title: string; label: string; hint: string };
  /** Error texts for a typed amount: not a number, or more than the stock. */
  notAnAmount: (most: string) => string;
  onlyLeft: (left: string) => string;
  soldOut: string;
  gone: string;
  quote: string;
  line: (count: number, name: string) => string;
  coinLine: (coins: string, name: string) => string;
  each: (price: string) => string;
  referral: string;
  tier: (percent: number) => string;
  total: string;
  points: (count: string) => string;
  cheaper: (coins: string, price: string) => string;
  breakFrom: (count: number, price: string) => string;
  pay: (total: string) => string;
  /** Explains the checkout link, and tells when it expires. */
  link: (until: string) => string;
}

const en: ShopTexts = {
  title: 'Shop',
  category: { coins: 'Coins', items: 'Items', bases: 'Bases', armor: 'Armor' },
  choose: 'Choose a category',
  page: (page, pages) => `page ${page} of ${pages}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  empty: 'There is nothing here right now. Choose another category.',
  view: 'View',
  buy: 'Buy',
  amount: 'Choose the amount',
  change: 'Change the amount',
  back: 'Back',
  pieces: { title: 'How many?', label: 'Pieces', hint: 'A whole number, such as 3' },
  millions: { title: 'How many coins?', label: 'Millions of coins', hint: 'Whole millions, such as 250' },
  notAnAmount: (most) => `Please type a whole number from 1 to ${most}.`,
  onlyLeft: (left) => `There is no more than ${left} right now.`,
  soldOut: 'This is sold out right now.',
  gone: 'This is not sold any more. Here is what there is.',
  quote: 'Your price',
  line: (count, name) => `${count} × ${name}`,
  coinLine: (amount, name) => `${amount} · ${name}`,
  each: (price) => `${price} each`,
  referral: 'Referral discount',
  tier: (percent) => `Tier discount ${percent}%`,
  total: 'Total',
  points: (count) => `${count} points once it is delivered`,
  cheaper: (amount, price) => `${amount} cost less: ${price}.`,
  breakFrom: (count, price) => `From ${count} on it is ${price} each.`,
  pay: (total) => `Pay ${total}`,
  link: (until) =>
    `The button opens the checkout on the site, for you alone and once; it ends ${until}. You sign in with this Discord account there, say who gets it, and see the final price.`,
};

const de: ShopTexts = {
  title: 'Shop',
  category: { coins: 'Coins', items: 'Items', bases: 'Bases', armor: 'Rüstungen' },
  choose: 'Kategorie wählen',
  page: (page, pages) => `Seite ${page} von ${pages}`,
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  empty: 'Hier gibt es gerade nichts. Wähle eine andere Kategorie.',
  view: 'Ansehen',
  buy: 'Kaufen',
  amount: 'Menge wählen',
  change: 'Menge ändern',
  back: 'Zurück',
  pieces: { title: 'Wie viele?', label: 'Stück', hint: 'Eine ganze Zahl, etwa 3' },
  millions: { title: 'Wie viele Coins?', label: 'Millionen Coins', hint: 'Ganze Millionen, etwa 250' },
  notAnAmount: (most) => `Bitte gib eine ganze Zahl von 1 bis ${most} ein.`,
  onlyLeft: (left) => `Mehr als ${left} gibt es gerade nicht.`,
  soldOut: 'Das ist gerade ausverkauft.',
  gone: 'Das gibt es nicht mehr. Das haben wir:',
  quote: 'Dein Preis',
  line: (count, name) => `${count} × ${name}`,
  coinLine: (amount, name) => `${amount} · ${name}`,
  each: (price) => `je ${price}`,
  referral: 'Empfehlungsrabatt',
  tier: (percent) => `Stufenrabatt ${percent}\u00a0%`,
  total: 'Summe',
  points: (count) => `${count} Punkte, sobald geliefert ist`,
  cheaper: (amount, price) => `${amount} kosten weniger: ${price}.`,
  breakFrom: (count, price) => `Ab ${count} kostet es je ${price}.`,
  pay: (total) => `${total} bezahlen`,
  link: (until) =>
    `Der Knopf öffnet die Kasse auf der Seite, nur für dich und einmal; er endet ${until}. Dort meldest du dich mit diesem Discord-Konto an, sagst, wer die Ware bekommt, und siehst den endgültigen Preis.`,
};

export const SHOP_TEXTS: Record<BotLanguage, ShopTexts> = { en, de };
