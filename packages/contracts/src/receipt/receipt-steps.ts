import type { Quote } from '../calls/checkout.js';
import { fromDecimal } from '../money.js';
import { lineName } from '../pricing/coins.js';
import type { ReceiptWord } from './receipt-words.js';

/** Translates a word of the receipt and fills in its values. */
export type SayReceipt = (word: ReceiptWord, values?: Readonly<Record<string, string | number>>) => string;

export interface ReceiptStep {
  readonly kind: 'line' | 'saving' | 'sum' | 'total';
  readonly label: string;
  /** Price of one piece, for a line of several. */
  readonly each?: string;
  /** Decimal amount of the wire; for a saving, the amount taken off. */
  readonly amount: string;
}

const isSome = (amount: string): boolean => fromDecimal(amount) !== 0;

/** All steps of a purchase's price, from the lines to the paid total, without steps of zero. */
export function receiptSteps(quote: Quote, say: SayReceipt): ReceiptStep[] {
  const { discounts, lines, subtotal, discountedTotal, total } = quote;
  const saving = (label: string, amount: string): ReceiptStep[] =>
    isSome(amount) ? [{ kind: 'saving', label, amount }] : [];
  const isPaidInPart = isSome(quote.storeCreditUsed) || isSome(quote.referralBonusUsed);
  return [
    ...lines.map((line): ReceiptStep => lineStep(line, say)),
    ...(subtotal === total && lines.length === 1
      ? []
      : [{ kind: 'sum', label: say('subtotal'), amount: subtotal } as const]),
    ...saving(say('referral'), discounts.referral),
    ...saving(say('tier', { percent: discounts.tierPercent }), discounts.tier),
    ...saving(say('reward'), discounts.reward),
    ...(isPaidInPart && subtotal !== discountedTotal
      ? [{ kind: 'sum', label: say('discounted'), amount: discountedTotal } as const]
      : []),
    ...saving(say('credit'), quote.storeCreditUsed),
    ...saving(say('bonus'), quote.referralBonusUsed),
    { kind: 'total', label: say('total'), amount: total },
  ];
}

function lineStep(
  { name, quantity, customAmount, unitPrice, linePrice }: Quote['lines'][number],
  say: SayReceipt,
): ReceiptStep {
  const amount = linePrice;
  if (quantity === 1) return { kind: 'line', label: lineName({ name, customAmount }), amount };
  return { kind: 'line', label: say('pieces', { count: quantity, name }), each: unitPrice, amount };
}

/** A time on receipts, to the minute and in UTC, since banks anywhere may read it. @param moment ISO time */
export const receiptMoment = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`;
