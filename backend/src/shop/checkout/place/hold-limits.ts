import {
  type HoldLimit,
  type HoldLimitReason,
  COINS_PER_MILLION,
  formatCentsAsDecimal,
} from '@pax/contracts';
import { ShopError } from '../../../platform/shop-error.js';
import {
  type ResolvedLine,
  readDemands,
  isCoinLine,
  NETWORK_DIGITS,
  type SupplyDemand,
  type HoldingBuyer,
} from './cart.js';
import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transaction.js';
import { addressHash } from '../../../platform/limits/address-keys.js';
import { SETTINGS, type Settings } from '../../../settings.js';

/**
 * Checks a cart line against its hold limit.
 * @throws ShopError HOLD_LIMIT
 */
export function assertWithinHoldLimit(line: ResolvedLine, limit: HoldLimit | undefined): void {
  const wanted = line.source.isCustom ? (line.customAmount ?? 0) : line.quantity;
  if (!limit || wanted <= limit.available) return;
  const { available, reason } = limit;
  const unit = line.source.isCustom ? 'M ' : ' × ';
  const most =
    available === 0 ? `no ${line.source.name}` : `at most ${available}${unit}${line.source.name} at a time`;
  throw new ShopError('HOLD_LIMIT', `${REASON_TEXTS[reason]} ${most}. ${END_TEXTS[reason](limit)}`, {
    ...limit,
  });
}

type LimitEndText = (limit: HoldLimit) => string;
const AFTER_DELIVERY: LimitEndText = ({ trustedFrom }) =>
  `The limit ends once orders of $${trustedFrom} in all are delivered to you.`;
const AFTER_PAYMENT: LimitEndText = () => 'Once that is paid, you can buy more.';
const OTHER_METHODS: LimitEndText = () => 'Other ways to pay have no such limit.';
const AT_A_TIME: LimitEndText = ({ until = '' }) =>
  `The limit ends on ${until.slice(0, 10)} at ${until.slice(11, 16)} UTC.`;
const REASON_TEXTS: Record<HoldLimitReason, string> = {
  new_account: 'A new account can check out',
  address:
    'All new accounts of your connection together can hold a part of what is there, so you can check out',
  account: 'One account can hold a part of what is there, so you can check out',
  address_all:
    'All accounts of your connection together can hold a part of what is there, so you can check out',
  unpaid: 'Two of your checkouts ended unpaid within a day, so you can check out',
  unconfirmed: 'Before its payment is confirmed, an order by crypto can hold',
  unconfirmed_all: 'Many crypto orders wait for their payment, so by crypto you can order',
  lapsed: 'Crypto orders of yours were not paid, so by crypto you can order',
};
const END_TEXTS: Record<HoldLimitReason, LimitEndText> = {
  new_account: AFTER_DELIVERY,
  address: AFTER_DELIVERY,
  account: AFTER_PAYMENT,
  address_all: AFTER_PAYMENT,
  unpaid: AT_A_TIME,
  unconfirmed: OTHER_METHODS,
  unconfirmed_all: OTHER_METHODS,
  lapsed: (limit) => `${AT_A_TIME(limit)} Other ways to pay have no such limit.`,
};

/** Number of pieces that an account may hold even if its share of the stock is smaller. */
const ALWAYS_PIECES = 3;
const ALWAYS_COINS = 250 * COINS_PER_MILLION;
/**
 * Share of the stock for a buyer of whom too many checkouts ended unpaid. There is no minimum, because it would let
 * the buyer block the last piece.
 */
const UNPAID_PERCENT = 10;
/** Shares of the stock that unconfirmed crypto orders may hold: those of one buyer, and those of all buyers. */
const CRYPTO_PERCENT = 25;
const ALL_CRYPTO_PERCENT = 50;

interface HoldCap {
  reason: HoldLimitReason;
  units: number;
  /** Time at which the hold limit ends by itself. */
  until?: Date;
}

/**
 * Limits the share of the stock that one account, and all accounts at one address, may hold, so that nobody empties
 * the shop without paying.
 */
@Injectable()
export class HoldLimits {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Hashes an address as checkouts store it: the first half for the network (IPv6: a /48), the second for the
   * address (a /64).
   */
  hashAddress(address: string): string {
    return ([48, 64] as const)
      .map((bits) => addressHash(this.settings.sessionSecret, address, bits).slice(0, NETWORK_DIGITS))
      .join('');
  }

  /** Finds the hold limits of cart lines that are below the free amount. All lines of coins share one limit. */
  findHoldLimits(holder: HoldingBuyer, demands: readonly SupplyDemand[]): HoldLimit[] {
    return demands.flatMap((demand) => {
      const limit = this.findHoldLimit(holder, demand, demands);
      return limit && limit.available < Math.floor(demand.supply.free / demand.perPiece) ? [limit] : [];
    });
  }

  /**
   * Checks the hold limits again after the hold, whose locks make the holds of concurrent buyers visible.
   * @throws ShopError HOLD_LIMIT
   */
  async assertStillWithinLimits(tx: Tx, buyer: HoldingBuyer, lines: readonly ResolvedLine[]): Promise<void> {
    const demands = await readDemands(tx, buyer, lines);
    for (const demand of demands)
      assertWithinHoldLimit(demand.line, this.findHoldLimit(buyer, demand, demands));
  }

  private findHoldLimit(
    buyer: HoldingBuyer,
    demand: SupplyDemand,
    demands: readonly SupplyDemand[],
  ): HoldLimit | undefined {
    const { supply, perPiece, line } = demand;
    const caps = this.computeCaps(buyer, demand).toSorted((a, b) => a.units - b.units);
    const [tightest] = caps;
    if (!tightest) return undefined;
    const others = demands.filter((other) => other !== demand && other.supply === supply);
    const otherUnits = others.reduce((sum, other) => sum + other.pieces * other.perPiece, 0);
    const available = Math.max(0, Math.floor((tightest.units - otherUnits) / perPiece));
    const trustedFrom = formatCentsAsDecimal(this.settings.trustedFromCents);
    const { reason, until } = tightest;
    return {
      id: line.source.id,
      available,
      reason,
      trustedFrom,
      ...(until && { until: until.toISOString() }),
    };
  }

  /** Computes all caps of a cart line. The smallest cap counts, so that the minimum of one cannot raise another. */
  private computeCaps(buyer: HoldingBuyer, demand: SupplyDemand): HoldCap[] {
    const { isNew, byCrypto, unpaidUntil } = buyer;
    const { supply, perPiece, line } = demand;
    const { onHand, minimumPerAccount: least, heldByBuyer, heldAtAddress, heldByNewAtAddress } = supply;
    const shareOfSupply = (percent: number): number => Math.floor((onHand * percent) / 100);
    const { holds } = this.settings;
    const always = isCoinLine(line) ? ALWAYS_COINS : ALWAYS_PIECES;
    const capOfAccount = (percent: number): number => Math.max(shareOfSupply(percent), always) - heldByBuyer;
    // Limit for all accounts at an address. Even beyond its share, an address may hold one piece per account, or
    // its first pack.
    const capOfAddress = (percent: number, held: number): number =>
      Math.max(shareOfSupply(percent) - held, (held === 0 ? perPiece : least) - heldByBuyer);
    const caps: HoldCap[] = [
      { reason: 'account', units: capOfAccount(holds.accountPercent) },
      { reason: 'address_all', units: capOfAddress(holds.addressPercent, heldAtAddress) },
    ];
    if (isNew) {
      caps.push({ reason: 'new_account', units: capOfAccount(holds.newAccountPercent) });
      caps.push({ reason: 'address', units: capOfAddress(holds.newAtAddressPercent, heldByNewAtAddress) });
    }
    if (unpaidUntil)
      caps.push({ reason: 'unpaid', units: shareOfSupply(UNPAID_PERCENT) - heldByBuyer, until: unpaidUntil });
    if (byCrypto) caps.push(...cryptoCaps(buyer, demand));
    return caps;
  }
}

/**
 * Computes the caps of a crypto checkout. A buyer has at most one unconfirmed crypto checkout, so one checkout's
 * amount is the buyer's.
 */
function cryptoCaps({ lapsedUntil }: HoldingBuyer, { supply, perPiece }: SupplyDemand): HoldCap[] {
  const cryptoShare = (percent: number): number =>
    Math.max(Math.floor((supply.onHand * percent) / 100), perPiece);
  return [
    { reason: 'unconfirmed', units: cryptoShare(CRYPTO_PERCENT) },
    { reason: 'unconfirmed_all', units: cryptoShare(ALL_CRYPTO_PERCENT) - supply.heldByCrypto },
    ...(lapsedUntil ? [{ reason: 'lapsed' as const, units: 0, until: lapsedUntil }] : []),
  ];
}
