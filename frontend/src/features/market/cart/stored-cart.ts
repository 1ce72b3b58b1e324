import { isCategory, MOST_PIECES, parseAmount } from '@pax/contracts';
import { isRecord } from '../../../lib/values/guards';
import type { CartItem, PlacedLine } from './cart-item';

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= 500 ? value : undefined;
};

/** A whole number from `min` on, also when it was kept as text. */
function wholeOf(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= min
    ? Math.min(number, max)
    : undefined;
}

const priceOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text !== undefined && parseAmount(text) !== undefined ? text : undefined;
};

/** One line of an older or damaged store, mended where that is possible, else undefined. */
function itemOf(value: unknown): CartItem | undefined {
  if (!isRecord(value)) return undefined;
  const id = wholeOf(value['id'], 1, Number.MAX_SAFE_INTEGER);
  const name = textOf(value['name']);
  const price = priceOf(value['price']);
  if (id === undefined || name === undefined || price === undefined) return undefined;
  const originalPrice = priceOf(value['originalPrice']);
  const amount = textOf(value['amount']);
  const isCustom = value['isCustom'] === true;
  const millions = isCustom ? wholeOf(value['customAmount'], 1, 1_000_000_000) : undefined;
  if (isCustom && millions === undefined) return undefined;
  return {
    id,
    name,
    category: isCategory(value['category']) ? value['category'] : 'items',
    image: textOf(value['image']) ?? '',
    price,
    ...(originalPrice === undefined ? {} : { originalPrice }),
    ...(amount === undefined ? {} : { amount }),
    quantity: isCustom ? 1 : (wholeOf(value['quantity'], 1, MOST_PIECES) ?? 1),
    coinValue: wholeOf(value['coinValue'], 1, Number.MAX_SAFE_INTEGER) ?? null,
    isCustom,
    ...(millions === undefined ? {} : { customAmount: String(millions) }),
  };
}

function placedOf(value: unknown): PlacedCheckout | undefined {
  if (!isRecord(value)) return undefined;
  const { checkout } = value;
  const [userId, at] = [
    wholeOf(value['userId'], 1, Number.MAX_SAFE_INTEGER),
    wholeOf(value['at'], 0, Number.MAX_SAFE_INTEGER),
  ];
  if (typeof checkout !== 'string' || userId === undefined || at === undefined) return undefined;
  const stored: unknown[] = Array.isArray(value['lines']) ? value['lines'] : [];
  const lines = stored.flatMap((line): PlacedLine[] => {
    if (!isRecord(line)) return [];
    const id = wholeOf(line['id'], 1, Number.MAX_SAFE_INTEGER);
    const quantity = wholeOf(line['quantity'], 1, MOST_PIECES);
    if (id === undefined || quantity === undefined) return [];
    return [{ id, quantity, customAmount: wholeOf(line['customAmount'], 1, 1_000_000_000) }];
  });
  return { checkout, userId, at, lines };
}

/** A checkout that this browser placed and whose end it does not know. */
export interface PlacedCheckout {
  readonly checkout: string;
  /** The buyer's id; another account is told nothing of the checkout. */
  readonly userId: number;
  /** When it was placed, ms; by this device's clock, for forgetting it. */
  readonly at: number;
  /** Placed lines that are still in the cart. */
  readonly lines: readonly PlacedLine[];
}

export interface StoredCart {
  readonly items: readonly CartItem[];
  /** Checkouts that may still be paid, newest last. */
  readonly placed: readonly PlacedCheckout[];
  /** References of checkouts that have emptied this cart, newest last. */
  readonly settled: readonly string[];
}

/** Parses the stored cart: broken lines and duplicates are dropped, it never throws. */
export function readStoredCart(stored: unknown): StoredCart {
  const fields = isRecord(stored) ? stored : {};
  const lines = Array.isArray(fields['items']) ? fields['items'] : [];
  const items = lines.flatMap((line) => itemOf(line) ?? []);
  const settled = Array.isArray(fields['settled']) ? fields['settled'] : [];
  const placed = Array.isArray(fields['placed']) ? fields['placed'] : [];
  return {
    placed: placed.flatMap((one) => placedOf(one) ?? []),
    items: items.filter(({ id }, place) => items.findIndex((other) => other.id === id) === place),
    settled: settled.filter((reference) => typeof reference === 'string'),
  };
}
