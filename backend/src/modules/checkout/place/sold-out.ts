import { COINS_PER_MILLION } from '@pax/contracts';
import { ShopError } from '../../../common/problem.js';
import { COINS, stock } from '../../ledger/accounts.js';
import type { InsufficientError } from '../../ledger/ledger.js';
import { heldReward } from '../../loyalty/usable-reward.js';
import type { ResolvedLine } from './cart.js';

/**
 * The error for a hold that failed: SOLD_OUT with what is left in pieces of the product, REWARD_CODE_HELD for a code,
 * CONFLICT for credit, because its change means another price.
 */
export function soldOut(error: InsufficientError, lines: readonly ResolvedLine[]): ShopError {
  if (error.account.startsWith('reward:')) return heldReward();
  const line = lines.find(
    ({ source }) =>
      error.account === stock(source.id) || (error.account === COINS && source.category === 'coins'),
  );
  if (!line)
    return new ShopError(
      'CONFLICT',
      'Your store credit changed in the meantime. Please look at the new total.',
    );
  const { source } = line;
  const perPiece = source.isCustom ? COINS_PER_MILLION : source.coinValue;
  const left = Math.max(
    0,
    error.account === COINS && perPiece ? Math.floor(error.available / perPiece) : error.available,
  );
  const unit = source.isCustom ? 'M ' : ' × ';
  const text = left === 0 ? `${source.name} is sold out.` : `Only ${left}${unit}${source.name} left.`;
  return new ShopError('SOLD_OUT', text, { available: left, id: source.id });
}
