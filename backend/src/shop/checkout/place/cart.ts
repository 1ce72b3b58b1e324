import { MAX_PIECES, type CartItem, type CartLine, COINS_PER_MILLION } from '@pax/contracts';
import { ShopError } from '../../../platform/shop-error.js';
import { isInShop, type Product } from '../../catalog/product.entity.js';
import { toPricedProduct } from '../../catalog/product.mapper.js';
import { z } from 'zod';
import type { Tx } from '../../../platform/database/transaction.js';
import { sql } from '../../../platform/database/sql.js';
import { COINS, COINS_HELD, stockAccount, stockHeldAccount } from '../../../people/ledger/accounts.js';
import { readBalances } from '../../../people/ledger/ledger.js';
import type { BuyerStanding } from './buyer-standing.js';

/** A line of a cart with the product that the line buys. */
export interface ResolvedLine extends CartLine {
  source: Product;
}

/** Adds up the lines of the same product, so that nobody avoids a check by splitting a line. */
export function mergeItems(items: readonly CartItem[]): CartItem[] {
  const merged = new Map<number, CartItem>();
  for (const item of items) {
    const known = merged.get(item.id);
    if (known?.customAmount !== undefined || (known && item.customAmount !== undefined)) {
      throw invalidItemsError(`items: product ${item.id} is named twice with its own amounts`);
    }
    const quantity = (known?.quantity ?? 0) + item.quantity;
    if (quantity > MAX_PIECES) throw invalidItemsError(`items: at most ${MAX_PIECES} pieces of a product`);
    merged.set(item.id, { ...item, quantity });
  }
  return [...merged.values()];
}

/**
 * Finds the products of merged cart items.
 * @param seesEarly true if the buyer has early access
 * @throws ShopError PRODUCT_NOT_FOUND, also for a product that is hidden or not available yet; VALIDATION for an
 * invalid custom amount
 */
export function resolveLines(
  items: readonly CartItem[],
  products: ReadonlyMap<number, Product>,
  now: Date,
  seesEarly: boolean,
): ResolvedLine[] {
  return items.map((item) => {
    const source = products.get(item.id);
    if (!source || !isInShop(source, now, seesEarly)) {
      throw new ShopError('PRODUCT_NOT_FOUND', 'This product is not in the shop any more.', { id: item.id });
    }
    if (source.isCustom && item.customAmount === undefined)
      throw invalidItemsError('Please enter a custom amount for this product');
    if (source.isCustom && item.quantity !== 1)
      throw invalidItemsError('items: a custom amount is bought once');
    if (!source.isCustom && item.customAmount !== undefined)
      throw invalidItemsError(`items: product ${item.id} has no custom amount`);
    return {
      source,
      product: toPricedProduct(source),
      quantity: item.quantity,
      customAmount: item.customAmount,
    };
  });
}

function invalidItemsError(message: string): ShopError {
  return new ShopError('VALIDATION', message, { fields: [{ path: 'items', message }] });
}

/** Number of leading digits of an address hash that identify the network. */
export const NETWORK_DIGITS = 16;
/** SQL condition: the checkout `c` was placed from the address $2. */
const AT_ADDRESS = 'c.address_hash = $2';

const holdRow = z.object({
  product_id: z.number(),
  buyer_pieces: z.number(),
  buyer_coins: z.number(),
  address_pieces: z.number(),
  address_coins: z.number(),
  new_pieces: z.number(),
  new_coins: z.number(),
  crypto_pieces: z.number(),
  crypto_coins: z.number(),
});

/** A supply that cart lines share, with the amounts held of it: pieces of a product, or coins of the pool. */
interface Supply {
  free: number;
  /** Units that each account at an address may always hold: one piece, or the smallest amount of coins on sale. */
  minimumPerAccount: number;
  onHand: number;
  /**
   * Amount held by the buyer's confirming checkouts. An open checkout does not count, because it ends before the
   * next is placed.
   */
  heldByBuyer: number;
  /** Amounts held by all accounts at the buyer's address, and by the new accounts among them. */
  heldAtAddress: number;
  heldByNewAtAddress: number;
  /** Amount held by all unconfirmed crypto checkouts; read only for a buyer who pays by crypto. */
  heldByCrypto: number;
}

/** A buyer, and whether the checkout is paid by crypto. */
export interface HoldingBuyer extends BuyerStanding {
  byCrypto: boolean;
}

/** A cart line, the supply that it takes from, and the units of supply in one piece. */
export interface SupplyDemand {
  line: ResolvedLine;
  supply: Supply;
  perPiece: number;
  pieces: number;
}

/** Reads the supply of each cart line. All lines of coins share one supply. */
export async function readDemands(
  tx: Tx,
  buyer: HoldingBuyer,
  lines: readonly ResolvedLine[],
): Promise<SupplyDemand[]> {
  const ids = lines.filter((line) => !isCoinLine(line)).map(({ source }) => source.id);
  const accounts = ids.flatMap((id) => [stockAccount(id), stockHeldAccount(id)]);
  // Reads holds before balances, because a hold made in between would otherwise count twice.
  const holds = await readHolds(tx, buyer);
  const balances = await readBalances(tx, [COINS, COINS_HELD, ...accounts]);
  const fewest = lines.some(isCoinLine) ? await readFewestCoins(tx) : 0;
  const supplyOf = (free: string, held: string, set: Omit<Supply, 'free' | 'onHand'>): Supply => {
    const left = balances.get(free) ?? 0;
    return { free: left, onHand: left + (balances.get(held) ?? 0), ...set };
  };
  const pool = supplyOf(COINS, COINS_HELD, {
    minimumPerAccount: fewest,
    heldByBuyer: holds.reduce((sum, row) => sum + row.buyer_coins, 0),
    heldAtAddress: holds.reduce((sum, row) => sum + row.address_coins, 0),
    heldByNewAtAddress: holds.reduce((sum, row) => sum + row.new_coins, 0),
    heldByCrypto: holds.reduce((sum, row) => sum + row.crypto_coins, 0),
  });
  return lines.map((line) => {
    const { source, quantity, customAmount = 0 } = line;
    if (source.isCustom) return { line, supply: pool, perPiece: COINS_PER_MILLION, pieces: customAmount };
    if (source.coinValue !== null)
      return { line, supply: pool, perPiece: source.coinValue, pieces: quantity };
    const row = holds.find(({ product_id: id }) => id === source.id);
    const set = {
      minimumPerAccount: 1,
      heldByBuyer: row?.buyer_pieces ?? 0,
      heldAtAddress: row?.address_pieces ?? 0,
      heldByNewAtAddress: row?.new_pieces ?? 0,
      heldByCrypto: row?.crypto_pieces ?? 0,
    };
    return {
      line,
      supply: supplyOf(stockAccount(source.id), stockHeldAccount(source.id), set),
      perPiece: 1,
      pieces: quantity,
    };
  });
}

const fewestRow = z.object({ coins: z.number().nullable() });

/** Reads the smallest number of coins that everybody can buy at once. */
async function readFewestCoins(tx: Tx): Promise<number> {
  const row = await sql(tx).first(
    fewestRow,
    `SELECT min(CASE WHEN is_custom THEN $1 ELSE coin_value END)::bigint AS coins FROM products
      WHERE (is_custom OR coin_value IS NOT NULL) AND deleted_at IS NULL AND NOT is_hidden
        AND (available_from IS NULL OR available_from <= now())`,
    [COINS_PER_MILLION],
  );
  return row?.coins ?? 0;
}

function readHolds(
  tx: Tx,
  { userId, addressHash: address, byCrypto }: HoldingBuyer,
): Promise<z.infer<typeof holdRow>[]> {
  return sql(tx).rows(
    holdRow,
    `SELECT l.product_id,
            coalesce(sum(l.quantity) FILTER (WHERE c.user_id = $1 AND l.coins = 0), 0)::int AS buyer_pieces,
            coalesce(sum(l.coins) FILTER (WHERE c.user_id = $1), 0)::bigint AS buyer_coins,
            coalesce(sum(l.quantity) FILTER (WHERE ${AT_ADDRESS} AND l.coins = 0), 0)::int AS address_pieces,
            coalesce(sum(l.coins) FILTER (WHERE ${AT_ADDRESS}), 0)::bigint AS address_coins,
            coalesce(sum(l.quantity) FILTER (WHERE ${AT_ADDRESS} AND c.by_new_account AND l.coins = 0), 0)::int AS new_pieces,
            coalesce(sum(l.coins) FILTER (WHERE ${AT_ADDRESS} AND c.by_new_account), 0)::bigint AS new_coins,
            coalesce(sum(l.quantity) FILTER (WHERE c.method = 'crypto' AND l.coins = 0), 0)::int AS crypto_pieces,
            coalesce(sum(l.coins) FILTER (WHERE c.method = 'crypto'), 0)::bigint AS crypto_coins
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
      WHERE c.holding AND (c.user_id = $1 OR ${AT_ADDRESS} OR $3 AND c.method = 'crypto')
        AND NOT (c.user_id = $1 AND c.state = 'open')
      GROUP BY 1`,
    [userId, address, byCrypto],
  );
}

/** Tells whether a cart line takes from the coin pool. */
export function isCoinLine({ source }: ResolvedLine): boolean {
  return source.isCustom || source.coinValue !== null;
}
