import { Inject, Injectable } from '@nestjs/common';
import { computePoints, type CheckoutState } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { failpoint } from '../../../platform/failpoints.js';
import { readEntities } from '../../../platform/database/read-entities.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { raiseUserVersion } from '../../../people/accounts/user-row.js';
import { CatalogQueries } from '../../catalog/catalog.queries.js';
import { InsufficientBalanceError } from '../../../people/ledger/ledger.js';
import { canSeeEarlyProducts } from '../../../people/loyalty/frozen-rewards.js';
import { Reward } from '../../../people/loyalty/reward-code.js';
import { createOrders } from '../../orders/create-orders.js';
import { confirmOrders } from '../../orders/unconfirmed-orders.js';
import { PaymentProviderRegistry } from '../../payments/payment-provider-registry.js';
import type { ProviderPayment } from '../../payments/payment-provider.js';
import { readRecordedState, recordSettledPayment, strandPayment } from './strand-payment.js';
import { computeCommission } from '../../../people/referrals/commission.js';
import { usesOwnReferralCode } from '../../../people/referrals/self-referral.js';
import { lockReferredName } from '../../../people/referrals/referral-locks.js';
import { reasonNotToSell, lockCheckout, type LockedCheckout } from '../checkout-locks.js';
import { transitionCheckout } from './transition-checkout.js';
import { reasonIfBenefitsLost, reasonIfBonusTaken, reasonIfFrozen } from './frozen-benefits.js';
import { reasonToRefuseLate } from './late-money.js';
import { sellCheckoutGoods } from '../place/holds.js';
import { readFriendRights } from '../place/quoting.js';

const PAYABLE_STATES: readonly CheckoutState[] = ['open', 'confirming'];
const LATE_PAYABLE_STATES: readonly CheckoutState[] = ['expired', 'cancelled', 'failed'];

/**
 * Settles a paid checkout; no other code turns a payment into orders. Repeats change nothing, because message,
 * refresh and sweeper report the same payment in any order.
 */
@Injectable()
export class SettleCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
    private readonly providers: PaymentProviderRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Settles a checkout.
   * @param payment the captured payment; null if there was nothing to pay
   * @returns false if the money is stranded, or if a purchase with nothing to pay is no longer possible
   */
  async execute(ref: string, payment: ProviderPayment | null): Promise<boolean> {
    const settled = await this.transactions.run(async (tx) => {
      const locked = await lockCheckout(tx, ref);
      const known = payment && (await readRecordedState(tx, payment));
      if (known) return known === 'settled';
      const refusal =
        refusalReason(locked, payment) ??
        this.reasonIfPaidOtherwise(locked, payment) ??
        (await this.reasonIfChanged(tx, locked));
      if (refusal === 'settled') return true;
      if (refusal === undefined) return this.settleLocked(tx, locked, payment);
      if (payment) await strandPayment(tx, locked.checkout, payment, refusal);
      return false;
    });
    failpoint('settle.after-commit');
    return settled;
  }

  /**
   * Settles a checkout as `execute` does, in the transaction of a caller that locked the checkout and checked that
   * it can be paid.
   */
  async settleLocked(tx: Tx, locked: LockedCheckout, payment: ProviderPayment | null): Promise<boolean> {
    const { checkout, lines } = locked;
    const isHeld = checkout.holding;
    await lockReferredName(tx, locked.buyer, checkout.gameName);
    if (!isHeld && !(await sellFromFree(tx, locked))) {
      if (!payment) throw new Error(`checkout ${checkout.ref} takes nothing and holds nothing`);
      await strandPayment(tx, checkout, payment, 'paid late, and what it bought is gone');
      return false;
    }
    if (payment) await recordSettledPayment(tx, checkout.id, payment);
    await this.createPaidOrders(tx, locked);
    if (isHeld) await sellCheckoutGoods(tx, checkout, lines, 'held');
    failpoint('settle.before-commit');
    return true;
  }

  /** Finds the reason to refuse a payment by another method than agreed if a stranger may have made it. */
  private reasonIfPaidOtherwise({ checkout }: LockedCheckout, payment: ProviderPayment | null) {
    const provider = payment && this.providers.findProviderByName(payment.provider);
    return provider?.letsPayerNameCheckout && provider.method !== checkout.method
      ? `it was paid by ${provider.method}`
      : undefined;
  }

  /**
   * Finds the reason why a purchase can no longer be made. While the payment is being confirmed, only a used
   * referral bonus is a reason.
   */
  private async reasonIfChanged(tx: Tx, locked: LockedCheckout): Promise<string | undefined> {
    const { checkout, lines, buyer } = locked;
    // Checks the bonus again at the end, because a payment being confirmed does not reserve it for its game name:
    // strangers could reserve names at no cost.
    if (checkout.state === 'confirming' && checkout.holding) return reasonIfBonusTaken(tx, locked);
    const now = this.clock.now();
    if (checkout.holding) return reasonIfBenefitsLost(tx, locked, now);
    const frozen = await reasonIfFrozen(tx, locked, now);
    if (frozen !== undefined) return frozen;
    await lockReferredName(tx, buyer, checkout.gameName);
    const ids = lines.map(({ productId }) => productId);
    const products = await this.catalog.readProductsByIds(tx, ids);
    const [reward] = await readEntities(tx, Reward, 'WHERE id = $1', [checkout.rewardId]);
    const friend = await readFriendRights(tx, buyer, checkout.gameName);
    const seesEarly = await canSeeEarlyProducts(tx, buyer, now);
    return reasonToRefuseLate(locked, products, { reward, ...friend, seesEarly }, now);
  }

  private async createPaidOrders(
    tx: Tx,
    { checkout, lines, buyer, referrer }: LockedCheckout,
  ): Promise<void> {
    const paidAt = this.clock.now();
    const { totalCents: cash, gameName } = checkout;
    const points = computePoints(cash, buyer.tier, this.settings.points);
    const { delivery, referralMonthlyCents: monthlyCents } = this.settings;
    // Names the referrer only if the agreed price had the referral discount; without it the referrer earns nothing.
    const referrerId = checkout.referralCode === null ? undefined : referrer?.id;
    // Checks again for an own code, because the Discord account may have been linked elsewhere since. Linking locks
    // the accounts too.
    const isEarned = referrerId !== undefined && !(await usesOwnReferralCode(tx, buyer.id));
    const commission = isEarned
      ? {
          referrerId,
          cents: await computeCommission(tx, { referrerId, gameName, cash, monthlyCents, paidAt }),
        }
      : null;
    const paid = { checkout, lines, points, commission, paidAt };
    checkout.holding = false;
    checkout.points = points;
    checkout.paidAt = paidAt;
    checkout.endedAt = null;
    // Raises the buyer's version, because the profile shows pending points and spending.
    if (cash > 0) await raiseUserVersion(tx, buyer);
    await (checkout.method === 'crypto' ? confirmOrders : createOrders)(tx, paid, delivery);
    await transitionCheckout(tx, checkout, 'paid');
  }
}

/**
 * Sells free goods for a late payment.
 * @returns false if too few are free
 */
async function sellFromFree(tx: Tx, { checkout, lines }: LockedCheckout): Promise<boolean> {
  try {
    await sellCheckoutGoods(tx, checkout, lines, 'free');
    return true;
  } catch (error) {
    if (error instanceof InsufficientBalanceError) return false;
    throw error;
  }
}

/**
 * Finds the reason why a payment cannot settle a checkout: 'settled' if nothing is left to do, else the reason to
 * strand the money.
 */
function refusalReason(
  { checkout, buyer }: LockedCheckout,
  payment: ProviderPayment | null,
): string | undefined {
  const { state, totalCents, currency } = checkout;
  const takes = PAYABLE_STATES.includes(state) || LATE_PAYABLE_STATES.includes(state);
  if (!payment && (state !== 'open' || totalCents > 0)) return 'settled';
  if (!takes) return 'the checkout was paid before';
  // Refuses a payment for a failed crypto checkout, whose orders stay cancelled whatever is paid later.
  if (checkout.method === 'crypto' && state === 'failed') return 'its crypto order is void';
  const bar = reasonNotToSell(buyer);
  if (bar) return bar;
  if (payment && (payment.currency !== currency || payment.amountCents !== totalCents))
    return `${payment.amountCents} ${payment.currency} came in where ${totalCents} ${currency} were due`;
  return undefined;
}
