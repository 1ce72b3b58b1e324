import type { Quote } from './calls/checkout.js';
import type { MailLanguage } from './languages.js';
import { parseDecimalToCents } from './money.js';
import { getCartLineName } from './pricing/product-names.js';

/** Texts of a receipt on a page and in a mail; placeholders are in double braces. */
const ENGLISH_TEXTS = {
  title: 'Receipt',
  seller: 'Seller',
  taxId: 'Tax no. {{id}}',
  purchase: 'Purchase',
  order: 'Order',
  orders: 'Orders',
  reference: 'Reference',
  paidAt: 'Paid',
  method: 'Paid by',
  method_card: 'Card',
  method_wallet: 'PayPal',
  method_crypto: 'Crypto',
  method_none: 'Balance',
  deliveredTo: 'Delivered to',
  gameName: 'Game name',
  discordName: 'Discord name',
  price: 'Price',
  pieces: '{{count}} × {{name}}',
  each: '{{amount}} each',
  subtotal: 'Subtotal',
  referral: 'Referral discount',
  tier: 'Membership discount ({{percent}}%)',
  reward: 'Reward code',
  discounted: 'After discounts',
  credit: 'Store credit',
  bonus: 'Referral bonus',
  total: 'Total paid',
  back: 'Money back',
  refund_requested: 'Refund requested on {{time}}',
  refund_done: 'Refunded on {{time}}',
  creditBack: 'Store credit returned',
  bonusBack: 'Referral bonus returned',
  disputed: 'The payment is under review by the bank.',
  lost: 'The bank took the payment back.',
  points: 'Points earned: {{points}}, to spend once it is delivered',
  goods: 'Digital goods, handed over in the game.',
  mailSubject: 'Receipt {{orders}} ({{reference}})',
  mailLink: 'The receipt with its newest state: {{url}}',
  mailReason: 'You get this mail once per purchase, because your account names this address for receipts.',
};

export type ReceiptTextKey = keyof typeof ENGLISH_TEXTS;

const GERMAN_TEXTS: Record<ReceiptTextKey, string> = {
  title: 'Beleg',
  seller: 'Verkäufer',
  taxId: 'Steuernr. {{id}}',
  purchase: 'Kauf',
  order: 'Bestellung',
  orders: 'Bestellungen',
  reference: 'Referenz',
  paidAt: 'Bezahlt',
  method: 'Bezahlt mit',
  method_card: 'Karte',
  method_wallet: 'PayPal',
  method_crypto: 'Krypto',
  method_none: 'Guthaben',
  deliveredTo: 'Geliefert an',
  gameName: 'Spielname',
  discordName: 'Discord-Name',
  price: 'Preis',
  pieces: '{{count}} × {{name}}',
  each: 'je {{amount}}',
  subtotal: 'Zwischensumme',
  referral: 'Empfehlungsrabatt',
  tier: 'Mitgliedsrabatt ({{percent}}\u00a0%)',
  reward: 'Prämiencode',
  discounted: 'Nach Rabatten',
  credit: 'Guthaben',
  bonus: 'Empfehlungsbonus',
  total: 'Gesamt bezahlt',
  back: 'Zurückerstattet',
  refund_requested: 'Erstattung angefordert am {{time}}',
  refund_done: 'Erstattet am {{time}}',
  creditBack: 'Guthaben zurück',
  bonusBack: 'Empfehlungsbonus zurück',
  disputed: 'Die Bank prüft diese Zahlung.',
  lost: 'Die Bank hat die Zahlung zurückgeholt.',
  points: 'Verdiente Punkte: {{points}}, einlösbar nach der Lieferung',
  goods: 'Digitales Produkt, im Spiel übergeben.',
  mailSubject: 'Beleg {{orders}} ({{reference}})',
  mailLink: 'Der Beleg in seinem neuesten Stand: {{url}}',
  mailReason: 'Du bekommst diese Mail einmal je Kauf, weil dein Konto diese Adresse für Belege nennt.',
};

export const RECEIPT_TEXTS: Record<MailLanguage, Record<ReceiptTextKey, string>> = {
  en: ENGLISH_TEXTS,
  de: GERMAN_TEXTS,
};

/** Returns a text of the receipt in the reader's language, with values in its placeholders. */
export type TranslateReceipt = (
  word: ReceiptTextKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Returns the fact that names the purchase's orders, such as "Orders: #17, #18". */
export function nameReceiptOrders(orders: readonly number[], say: TranslateReceipt): [string, string] {
  return [say(orders.length === 1 ? 'order' : 'orders'), orders.map((id) => `#${id}`).join(', ')];
}

export interface ReceiptStep {
  readonly kind: 'line' | 'saving' | 'sum' | 'total';
  readonly label: string;
  /** Price of one piece, when the line has several. */
  readonly each?: string;
  /** Amount as a decimal text; for a saving, the amount taken off. */
  readonly amount: string;
}

const isNonZeroAmount = (amount: string): boolean => parseDecimalToCents(amount) !== 0;

/** Lists all steps of a purchase's price, from the lines to the paid total, without steps of zero. */
export function listReceiptSteps(quote: Quote, say: TranslateReceipt): ReceiptStep[] {
  const { discounts, lines, subtotal, discountedTotal, total } = quote;
  const createSavingStep = (label: string, amount: string): ReceiptStep[] =>
    isNonZeroAmount(amount) ? [{ kind: 'saving', label, amount }] : [];
  const isPaidInPart = isNonZeroAmount(quote.storeCreditUsed) || isNonZeroAmount(quote.referralBonusUsed);
  return [
    ...lines.map((line): ReceiptStep => createReceiptLineStep(line, say)),
    ...(subtotal === total && lines.length === 1
      ? []
      : [{ kind: 'sum', label: say('subtotal'), amount: subtotal } as const]),
    ...createSavingStep(say('referral'), discounts.referral),
    ...createSavingStep(say('tier', { percent: discounts.tierPercent }), discounts.tier),
    ...createSavingStep(say('reward'), discounts.reward),
    ...(isPaidInPart && subtotal !== discountedTotal
      ? [{ kind: 'sum', label: say('discounted'), amount: discountedTotal } as const]
      : []),
    ...createSavingStep(say('credit'), quote.storeCreditUsed),
    ...createSavingStep(say('bonus'), quote.referralBonusUsed),
    { kind: 'total', label: say('total'), amount: total },
  ];
}

function createReceiptLineStep(
  { name, quantity, customAmount, unitPrice, linePrice }: Quote['lines'][number],
  say: TranslateReceipt,
): ReceiptStep {
  const amount = linePrice;
  if (quantity === 1) return { kind: 'line', label: getCartLineName({ name, customAmount }), amount };
  return { kind: 'line', label: say('pieces', { count: quantity, name }), each: unitPrice, amount };
}

/** Formats a time on receipts to the minute, in UTC, since banks in any country may read it. @param moment ISO time */
export const formatReceiptTime = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;
