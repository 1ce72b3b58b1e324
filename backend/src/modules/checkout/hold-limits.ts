import { Inject, Injectable } from '@nestjs/common';
import { COINS_PER_MILLION, type HoldLimit, type HoldLimitReason } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import { pipelined } from '../../infra/database/pipelined.js';
import type { Tx } from '../../infra/database/transaction.js';
import { addressHash } from '../../infra/limits/address.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { COINS, COINS_HELD, stock, stockHeld } from '../ledger/accounts.js';
import { balancesOf } from '../ledger/ledger.js';
import type { ResolvedLine } from './cart.js';
import type { Standing } from './placement-limits.js';

/** What an account without a delivered order may always set aside. */
const FIRST_PIECES = 3;
const FIRST_COINS = 250 * COINS_PER_MILLION;
/** After this many checkouts that ended unpaid within a day a buyer sets aside this percentage at most. */
const UNPAID_ENDS = 2;
const UNPAID_PERCENT = 10;

/** What is there, and who has set it aside; pieces of a product, or coins of the pool. */
interface Goods {
  free: number;
  onHand: number;
  /** By payments of this buyer that are being confirmed; what is open makes room for the next checkout. */
  own: number;
  /** By all accounts without a delivered order at the buyer's address. */
  near: number;
}

interface Cap {
  reason: HoldLimitReason;
  units: number;
}

/** A line, the goods it takes, and how many units of them a piece is. */
interface Demand {
  line: ResolvedLine;
  goods: Goods;
  perPiece: number;
  pieces: number;
}

/**
 * How much one buyer, and all new accounts of one address together, may set aside at a time, so that nobody empties
 * the shop without paying (OWN-75, OWN-400, OWN-401).
 */
@Injectable()
export class HoldLimits {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The address as checkouts keep it. */
  hashOf(address: string): string {
    return addressHash(this.settings.sessionSecret, address);
  }

  /** What the buyer may have of each line, where that is less than what is free. Coins count together. */
  async of(tx: Tx, buyer: Standing, lines: readonly ResolvedLine[]): Promise<HoldLimit[]> {
    if (!this.isLimited(buyer)) return [];
    const demands = await this.demands(tx, buyer, lines);
    return demands.flatMap((demand) => {
      const limit = this.limitOf(buyer, demand, demands);
      return limit && limit.available < Math.floor(demand.goods.free / demand.perPiece) ? [limit] : [];
    });
  }

  /**
   * Looks once more at what was set aside a moment ago: who buys the same waits for its balance in the ledger, so that
   * however many come at once each sees those before it. @throws ShopError HOLD_LIMIT
   */
  async confirm(tx: Tx, buyer: Standing, lines: readonly ResolvedLine[]): Promise<void> {
    if (!this.isLimited(buyer)) return;
    const demands = await this.demands(tx, buyer, lines);
    for (const demand of demands) refuseBeyond(demand.line, this.limitOf(buyer, demand, demands));
  }

  private isLimited({ isNew, endedDay }: Standing): boolean {
    return isNew || this.endedOften(endedDay);
  }

  private endedOften(endedDay: number): boolean {
    return endedDay >= UNPAID_ENDS * this.settings.rateLimitFactor;
  }

  private limitOf(buyer: Standing, demand: Demand, demands: readonly Demand[]): HoldLimit | undefined {
    const { goods, perPiece, line } = demand;
    const caps = this.capsOf(buyer, demand).toSorted((a, b) => a.units - b.units);
    const [tightest] = caps;
    if (!tightest) return undefined;
    const others = demands.filter((other) => other !== demand && other.goods === goods);
    const elsewhere = others.reduce((sum, other) => sum + other.pieces * other.perPiece, 0);
    const available = Math.max(0, Math.floor((tightest.units - elsewhere) / perPiece));
    return { id: line.source.id, available, reason: tightest.reason };
  }

  private capsOf({ isNew, endedDay }: Standing, { goods, perPiece, line }: Demand): Cap[] {
    const { onHand, own, near } = goods;
    const share = (percent: number): number => Math.floor((onHand * percent) / 100);
    const { accountPercent, addressPercent } = this.settings.holds;
    const caps: Cap[] = [];
    if (isNew) {
      const always = isCoins(line) ? FIRST_COINS : FIRST_PIECES;
      // Who is alone at an address has what every account has.
      const nearby = Math.max(share(addressPercent), always) - near;
      caps.push({ reason: 'new_account', units: Math.max(share(accountPercent), always) - own });
      caps.push({ reason: 'address', units: Math.max(nearby, perPiece - own) });
    }
    if (this.endedOften(endedDay))
      caps.push({ reason: 'unpaid', units: Math.max(share(UNPAID_PERCENT), perPiece) - own });
    return caps;
  }

  private async demands(tx: Tx, buyer: Standing, lines: readonly ResolvedLine[]): Promise<Demand[]> {
    const ids = lines.filter((line) => !isCoins(line)).map(({ source }) => source.id);
    const accounts = ids.flatMap((id) => [stock(id), stockHeld(id)]);
    const [balances, holds] = await pipelined(
      balancesOf(tx, [COINS, COINS_HELD, ...accounts]),
      holdsOf(tx, buyer),
    );
    const goodsOf = (free: string, held: string, set: Pick<Goods, 'own' | 'near'>): Goods => {
      const left = balances.get(free) ?? 0;
      return { free: left, onHand: left + (balances.get(held) ?? 0), ...set };
    };
    const pool = goodsOf(COINS, COINS_HELD, {
      own: holds.reduce((sum, row) => sum + row.own_coins, 0),
      near: holds.reduce((sum, row) => sum + row.near_coins, 0),
    });
    return lines.map((line) => {
      const { source, quantity, customAmount = 0 } = line;
      if (source.isCustom) return { line, goods: pool, perPiece: COINS_PER_MILLION, pieces: customAmount };
      if (source.coinValue !== null)
        return { line, goods: pool, perPiece: source.coinValue, pieces: quantity };
      const row = holds.find(({ product_id: id }) => id === source.id);
      const set = { own: row?.own_pieces ?? 0, near: row?.near_pieces ?? 0 };
      return {
        line,
        goods: goodsOf(stock(source.id), stockHeld(source.id), set),
        perPiece: 1,
        pieces: quantity,
      };
    });
  }
}

/** @throws ShopError HOLD_LIMIT when the line asks for more than it may */
export function refuseBeyond(line: ResolvedLine, limit: HoldLimit | undefined): void {
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
  own_pieces: number;
  own_coins: number;
  near_pieces: number;
  near_coins: number;
}

function holdsOf(tx: Tx, { userId, addressHash: address }: Standing): Promise<HoldRow[]> {
  return tx.query(
    `SELECT l.product_id,
            coalesce(sum(l.quantity) FILTER (WHERE c.user_id = $1 AND l.coins = 0), 0)::int AS own_pieces,
            coalesce(sum(l.coins) FILTER (WHERE c.user_id = $1), 0)::bigint AS own_coins,
            coalesce(sum(l.quantity) FILTER (WHERE c.address_hash = $2 AND l.coins = 0), 0)::int AS near_pieces,
            coalesce(sum(l.coins) FILTER (WHERE c.address_hash = $2), 0)::bigint AS near_coins
       FROM checkouts c JOIN checkout_lines l ON l.checkout_id = c.id
      WHERE c.holding AND (c.user_id = $1 OR c.address_hash = $2) AND NOT (c.user_id = $1 AND c.state = 'open')
      GROUP BY 1`,
    [userId, address],
  );
}

function isCoins({ source }: ResolvedLine): boolean {
  return source.isCustom || source.coinValue !== null;
}
