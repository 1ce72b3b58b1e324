import { COINS_PER_MILLION } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { availabilityOf, CatalogQueries } from '../catalog/catalog.queries.js';
import type { ResolvedLine } from './cart.js';

/** The part of the pool, or of a product, that a cautious hold leaves to everybody else. */
const SHARE = 10;

/** What a buyer has set aside already: coins by the pool, pieces by product. */
interface OwnHolds {
  coins: number;
  pieces: Map<number, number>;
}

/**
 * Refuses a cart that, with what the buyer has set aside already, takes more than a tenth of the pool or of a
 * product, one piece at least. Coins of all lines count together, for they come from one pool.
 * @throws ShopError HOLD_LIMIT with the pieces that may be had of the product
 */
export async function checkHoldShare(
  tx: Tx,
  userId: number,
  lines: readonly ResolvedLine[],
  catalog: CatalogQueries,
): Promise<void> {
  const own = await ownHolds(tx, userId);
  const [coinLines, others] = [lines.filter(isCoins), lines.filter((line) => !isCoins(line))];
  const sources = others.map((line) => line.source);
  const stocks = await availabilityOf(tx, sources);
  for (const { source, quantity } of others) {
    const { free = 0, held = 0 } = stocks.get(source.id) ?? {};
    const left = Math.max(1, Math.floor((free + held) / SHARE)) - (own.pieces.get(source.id) ?? 0);
    if (quantity > left) throw refusal(source.id, left);
  }
  const [first] = coinLines;
  if (!first) return;
  const { coinStock } = await catalog.pool(tx);
  const left = Math.floor(coinStock / SHARE) - own.coins;
  const wanted = coinLines.reduce((sum, line) => sum + coinsPerPiece(line) * piecesOf(line), 0);
  const isOnePiece = own.coins === 0 && coinLines.length === 1 && piecesOf(first) === 1;
  if (wanted > left && !isOnePiece) throw refusal(first.source.id, Math.floor(left / coinsPerPiece(first)));
}

async function ownHolds(tx: Tx, userId: number): Promise<OwnHolds> {
  const rows: { product_id: number; pieces: number; coins: number }[] = await tx.query(
    `SELECT l.product_id, sum(l.quantity) FILTER (WHERE l.coins = 0)::int AS pieces, sum(l.coins)::bigint AS coins
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
      WHERE c.user_id = $1 AND c.holding GROUP BY 1`,
    [userId],
  );
  return {
    coins: rows.reduce((sum, row) => sum + row.coins, 0),
    pieces: new Map(rows.map((row) => [row.product_id, row.pieces])),
  };
}

function isCoins({ source }: ResolvedLine): boolean {
  return source.isCustom || source.coinValue !== null;
}

/** A custom amount is counted in whole millions. */
function coinsPerPiece({ source }: ResolvedLine): number {
  return source.isCustom ? COINS_PER_MILLION : (source.coinValue ?? 0);
}

function piecesOf({ source, quantity, customAmount }: ResolvedLine): number {
  return source.isCustom ? (customAmount ?? 0) : quantity;
}

function refusal(id: number, left: number): ShopError {
  const available = Math.max(0, left);
  return new ShopError(
    'HOLD_LIMIT',
    available === 0
      ? 'Two of your checkouts ended unpaid today, so no more can be set aside before the last one is paid.'
      : `Two of your checkouts ended unpaid today, so only ${available} can be set aside for now.`,
    { id, available },
  );
}
