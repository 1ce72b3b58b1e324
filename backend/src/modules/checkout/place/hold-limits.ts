import { Inject, Injectable } from '@nestjs/common';
import { COINS_PER_MILLION, type HoldLimit, type HoldLimitReason } from '@pax/contracts';
import { ShopError } from '../../../common/problem.js';
import { pipelined } from '../../../infra/database/pipelined.js';
import type { Tx } from '../../../infra/database/transaction.js';
import { addressHash } from '../../../infra/limits/address.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { COINS, COINS_HELD, stock, stockHeld } from '../../ledger/accounts.js';
import { balancesOf } from '../../ledger/ledger.js';
import type { ResolvedLine } from './cart.js';
import type { Standing } from './placement-limits.js';

/** What an account without a delivered order may always set aside. */
const FIRST_PIECES = 3;
const FIRST_COINS = 250 * COINS_PER_MILLION;
/** After this many checkouts that ended unpaid within a day a buyer sets aside this percentage at most. */
const UNPAID_ENDS = 2;
const UNPAID_PERCENT = 10;

/** What is on hand and who holds it: pieces of a product, or coins of the pool. */
interface Supply {
  free: number;
  onHand: number;
  /** By the buyer's confirming checkouts; an open one ends before the next is placed. */
  heldByBuyer: number;
  /** By all accounts without a delivered order at the buyer's address. */
  heldAtAddress: number;
}

interface Cap {
  reason: HoldLimitReason;
  units: number;
}

/** A line, the supply it takes from, and how many units of it a piece is. */
interface Demand {
  line: ResolvedLine;
  supply: Supply;
  perPiece: number;
  pieces: number;
}

/**
 * How much a buyer, and all new accounts of an address together, may hold at a time, so that nobody empties the shop
 * without paying (OWN-75, OWN-400, OWN-401).
 */
@Injectable()
export class HoldLimits {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The address hash as checkouts store it. */
  hashOf(address: string): string {
    return addressHash(this.settings.sessionSecret, address);
  }

  /** What the buyer may hold of each line, where that is less than what is free. Lines of coins share one limit. */
  async of(tx: Tx, buyer: Standing, lines: readonly ResolvedLine[]): Promise<HoldLimit[]> {
    if (!this.isLimited(buyer)) return [];
    const demands = await this.demands(tx, buyer, lines);
    return demands.flatMap((demand) => {
      const limit = this.limitOf(buyer, demand, demands);
      return limit && limit.available < Math.floor(demand.supply.free / demand.perPiece) ? [limit] : [];
    });
  }

  /**
   * Checks again after the hold: it locked the balances, so that concurrent buyers each see the holds before theirs.
   * @throws ShopError HOLD_LIMIT
   */
  async confirm(tx: Tx, buyer: Standing, lines: readonly ResolvedLine[]): Promise<void> {
    if (!this.isLimited(buyer)) return;
    const demands = await this.demands(tx, buyer, lines);
    for (const demand of demands) assertWithinHoldLimit(demand.line, this.limitOf(buyer, demand, demands));
  }

  private isLimited({ isNew, endedDay }: Standing): boolean {
    return isNew || this.hasEndedOften(endedDay);
  }

  private hasEndedOften(endedDay: number): boolean {
    return endedDay >= UNPAID_ENDS * this.settings.rateLimitFactor;
  }

  private limitOf(buyer: Standing, demand: Demand, demands: readonly Demand[]): HoldLimit | undefined {
    const { supply, perPiece, line } = demand;
    const caps = this.capsOf(buyer, demand).toSorted((a, b) => a.units - b.units);
    const [tightest] = caps;
    if (!tightest) return undefined;
    const others = demands.filter((other) => other !== demand && other.supply === supply);
    const otherUnits = others.reduce((sum, other) => sum + other.pieces * other.perPiece, 0);
    const available = Math.max(0, Math.floor((tightest.units - otherUnits) / perPiece));
    return { id: line.source.id, available, reason: tightest.reason };
  }

  private capsOf({ isNew, endedDay }: Standing, { supply, perPiece, line }: Demand): Cap[] {
    const { onHand, heldByBuyer, heldAtAddress } = supply;
    const share = (percent: number): number => Math.floor((onHand * percent) / 100);
    const { accountPercent, addressPercent } = this.settings.holds;
    const caps: Cap[] = [];
    if (isNew) {
      const always = isCoins(line) ? FIRST_COINS : FIRST_PIECES;
      // A single buyer at an address has what every account has.
      const leftAtAddress = Math.max(share(addressPercent), always) - heldAtAddress;
      caps.push({ reason: 'new_account', units: Math.max(share(accountPercent), always) - heldByBuyer });
      caps.push({ reason: 'address', units: Math.max(leftAtAddress, perPiece - heldByBuyer) });
    }
    if (this.hasEndedOften(endedDay))
      caps.push({ reason: 'unpaid', units: Math.max(share(UNPAID_PERCENT), perPiece) - heldByBuyer });
    return caps;
  }

  private async demands(tx: Tx, buyer: Standing, lines: readonly ResolvedLine[]): Promise<Demand[]> {
    const ids = lines.filter((line) => !isCoins(line)).map(({ source }) => source.id);
    const accounts = ids.flatMap((id) => [stock(id), stockHeld(id)]);
    const [balances, holds] = await pipelined(
      balancesOf(tx, [COINS, COINS_HELD, ...accounts]),
      holdsOf(tx, buyer),
    );
    const supplyOf = (
      free: string,
      held: string,
      set: Pick<Supply, 'heldByBuyer' | 'heldAtAddress'>,
    ): Supply => {
      const left = balances.get(free) ?? 0;
      return { free: left, onHand: left + (balances.get(held) ?? 0), ...set };
    };
    const pool = supplyOf(COINS, COINS_HELD, {
      heldByBuyer: holds.reduce((sum, row) => sum + row.buyer_coins, 0),
      heldAtAddress: holds.reduce((sum, row) => sum + row.address_coins, 0),
    });
    return lines.map((line) => {
      const { source, quantity, customAmount = 0 } = line;
      if (source.isCustom) return { line, supply: pool, perPiece: COINS_PER_MILLION, pieces: customAmount };
      if (source.coinValue !== null)
        return { line, supply: pool, perPiece: source.coinValue, pieces: quantity };
      const row = holds.find(({ product_id: id }) => id === source.id);
      const set = { heldByBuyer: row?.buyer_pieces ?? 0, heldAtAddress: row?.address_pieces ?? 0 };
      return {
        line,
        supply: supplyOf(stock(source.id), stockHeld(source.id), set),
        perPiece: 1,
        pieces: quantity,
      };
    });
  }
}

/** @throws ShopError HOLD_LIMIT when the line asks for more than it may */
export function assertWithinHoldLimit(line: ResolvedLine, limit: HoldLimit | undefined): void {
  const wanted = line.source.isCustom ? (line.customAmount ?? 0) : line.quantity;
  if (!limit || wanted <= limit.available) return;
  const { available, reason } = limit;
  const unit = line.source.isCustom ? 'M ' : ' × ';
  const most =
    available === 0 ? `no ${line.source.name}` : `at most ${available}${unit}${line.source.name} at a time`;
  throw new ShopError('HOLD_LIMIT', `${WHY[reason]} ${most}. ${UNTIL[reason]}`, { ...limit });
}

const FIRST_DELIVERY = 'The limit ends with your first delivered order.';
const WHY: Record<HoldLimitReason, string> = {
  new_account: 'Before the first delivery an account can check out',
  address: 'Several new accounts of your connection are checking out, so this one can check out',
  unpaid: 'Two of your checkouts ended unpaid today, so for now you can check out',
};
const UNTIL: Record<HoldLimitReason, string> = {
  new_account: FIRST_DELIVERY,
  address: FIRST_DELIVERY,
  unpaid: 'The limit ends after a day.',
};

interface HoldRow {
  product_id: number;
  buyer_pieces: number;
  buyer_coins: number;
  address_pieces: number;
  address_coins: number;
}

function holdsOf(tx: Tx, { userId, addressHash: address }: Standing): Promise<HoldRow[]> {
  return tx.query(
    `SELECT l.product_id,
            coalesce(sum(l.quantity) FILTER (WHERE c.user_id = $1 AND l.coins = 0), 0)::int AS buyer_pieces,
            coalesce(sum(l.coins) FILTER (WHERE c.user_id = $1), 0)::bigint AS buyer_coins,
            coalesce(sum(l.quantity) FILTER (WHERE c.address_hash = $2 AND l.coins = 0), 0)::int AS address_pieces,
            coalesce(sum(l.coins) FILTER (WHERE c.address_hash = $2), 0)::bigint AS address_coins
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
      WHERE c.holding AND (c.user_id = $1 OR c.address_hash = $2) AND NOT (c.user_id = $1 AND c.state = 'open')
      GROUP BY 1`,
    [userId, address],
  );
}

function isCoins({ source }: ResolvedLine): boolean {
  return source.isCustom || source.coinValue !== null;
}
