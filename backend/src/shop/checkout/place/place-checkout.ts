import { Inject, Injectable } from '@nestjs/common';
import { parseAmount, type Cents, type PaymentMethod, COINS_PER_MILLION } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { ShopError } from '../../../platform/shop-error.js';
import { readEntities } from '../../../platform/database/read-entities.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { appendEvent } from '../../../platform/outbox/outbox.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { PurchaseOrigins, type PurchaseOrigin } from '../../evidence/purchase-origins.js';
import { InsufficientBalanceError } from '../../../people/ledger/ledger.js';
import { PaymentLifecycle } from '../session/payment-lifecycle.js';
import type { PaymentPage } from '../../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../../payments/payment-provider-registry.js';
import { FormerIdentities } from '../../../people/accounts/former-identities.js';
import type { User } from '../../../people/accounts/user.entity.js';
import { lockReferredName } from '../../../people/referrals/referral-locks.js';
import { assertMayBuy, lockBuyerAndReferrer, readLockedCheckout } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { COINS, stockAccount } from '../../../people/ledger/accounts.js';
import { rewardHeldError } from '../../../people/loyalty/reward-code.js';
import { CryptoPlacementLimit } from './crypto-placement-limit.js';
import { assertWithinHoldLimit, HoldLimits } from './hold-limits.js';
import { assertAgreedAmount, assertStorable, assertWithinMaximum } from './check-amount.js';
import { draftCheckout, computeFingerprint, type Placement, saveLines } from './draft-checkout.js';
import { holdCheckoutGoods, lockHolds, releaseCheckoutGoods } from './holds.js';
import {
  findRecentFreePurchase,
  findUnconfirmedCrypto,
  isSameRequest,
  EarlierCheckouts,
  assertNotPaidRecently,
} from './earlier-checkouts.js';
import { BuyerStandings } from './buyer-standing.js';
import { Quoting, type QuotedCart } from './quoting.js';
import type { ResolvedLine } from './cart.js';

/** A placed checkout and the page on which it is paid; with nothing to pay, the page that shows it. */
export interface PlacedCheckout extends PaymentPage {
  checkout: string;
}

/** The checkout that answers a placement. */
interface FoundCheckout {
  checkout: Checkout;
  /** False for the checkout of an earlier, identical request. */
  isNew: boolean;
}

/** Thrown to roll back a trial placement that succeeded. */
class TrialSucceeded extends Error {}

const PLACE_TRIES = 4;

/**
 * Places a checkout: quote, hold and provider request in one transaction, then the provider's page. A repeated
 * request returns the same checkout; a different one first ends the buyer's open checkouts.
 */
@Injectable()
export class PlaceCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly quoting: Quoting,
    private readonly earlierCheckouts: EarlierCheckouts,
    private readonly standings: BuyerStandings,
    private readonly holdLimits: HoldLimits,
    private readonly cryptoPlacementLimit: CryptoPlacementLimit,
    private readonly providers: PaymentProviderRegistry,
    private readonly payments: PaymentLifecycle,
    private readonly origins: PurchaseOrigins,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param origin network address and browser of the caller
   * @throws ShopError with any code of the calls `payByCard` and `payByWallet`
   */
  async execute(userId: number, origin: PurchaseOrigin, input: Placement): Promise<PlacedCheckout> {
    if (input.consent !== true)
      throw new ShopError('CONSENT_REQUIRED', 'Please agree to delivery at once and the refund policy.');
    const fingerprint = computeFingerprint(input);
    const buyer = { userId, address: origin.address };
    const giveBack = await this.cryptoPlacementLimit.countPlacement(buyer, input);
    let isCounted = false;
    try {
      const { checkout, isNew } = await this.placeOrFind({ userId, origin }, input, fingerprint);
      isCounted = isNew && checkout.method === 'crypto';
      return await this.openPaymentPage(checkout);
    } finally {
      if (!isCounted) await giveBack();
    }
  }

  /** Places the checkout, after the buyer's other ones ended, or finds the one that answers a repeated request. */
  private async placeOrFind(
    buyer: { userId: number; origin: PurchaseOrigin },
    input: Placement,
    fingerprint: string,
  ): Promise<FoundCheckout> {
    for (let tries = PLACE_TRIES; tries > 0; tries -= 1) {
      const placed = await this.placeInTransaction(buyer, input, fingerprint);
      if (placed) return placed;
      // Ends no other checkout in the last attempt, because no attempt would follow to place the new one.
      if (tries === 1) break;
      const same = await this.earlierCheckouts.endOtherCheckouts(buyer.userId, fingerprint);
      if (same) return { checkout: same, isNew: false };
    }
    throw new ShopError(
      'CHECKOUT_OPEN',
      'Another checkout of yours is being opened right now. Please try again.',
      { retryAfter: 1 },
    );
  }

  /**
   * Places the checkout in one transaction.
   * @returns undefined if another checkout of the buyer is open and has to end first
   */
  private async placeInTransaction(
    { userId, origin }: { userId: number; origin: PurchaseOrigin },
    input: Placement,
    fingerprint: string,
  ): Promise<FoundCheckout | undefined> {
    const placing = this.transactions.run(async (tx) => {
      const { buyer, referrer } = await lockBuyerAndReferrer(tx, userId);
      assertMayBuy(buyer);
      const [other] = await readEntities(tx, Checkout, `WHERE user_id = $1 AND state = 'open'`, [userId]);
      if (other && isSameRequest(other, fingerprint, this.clock.now()))
        return { checkout: other, isNew: false };
      const repeated = await this.findClosedDuplicate(tx, userId, input, fingerprint);
      if (repeated) return other ? undefined : { checkout: repeated, isNew: false };
      if (input.repeat === 'ask') await assertNotPaidRecently(tx, userId, input.items, this.clock.now());
      await lockReferredName(tx, buyer, input.inGameName);
      const quoted = await this.quoteAndCheck(tx, buyer, origin, { ...input, replaces: other !== undefined });
      const blockedName = await this.departed.isNameOfBlocked(tx, input.inGameName);
      const method = quoted.price.total === 0 ? 'none' : input.method;
      this.assertOffered(method);
      const { terms } = this.providers.findProviderForMethod(method);
      assertStorable(quoted.price, terms.maximumCents);
      const draft = { buyer, referrer, input, quoted, fingerprint, method, blockedName, terms } as const;
      const checkout = draftCheckout(draft, this.clock);
      if (other) return this.tryPlacement(tx, other, { checkout, quoted, maximum: terms.maximumCents });
      await tx.insert(Checkout, checkout);
      await saveLines(tx, checkout, quoted);
      await this.origins.recordOrigin(tx, checkout, origin);
      await this.holdGoods(tx, checkout, quoted);
      // Checks the maximum after the hold, so that a cart that exceeds the stock fails with SOLD_OUT.
      assertWithinMaximum(checkout.totalCents, terms.maximumCents);
      appendEvent(tx, {
        type: 'checkout.placed',
        aggregate: 'checkout',
        aggregateId: checkout.ref,
        version: checkout.version,
      });
      return { checkout, isNew: true };
    });
    return placing.catch((error: unknown) => {
      if (error instanceof TrialSucceeded) return undefined;
      throw error;
    });
  }

  /**
   * Checks whether the checkout can be placed before the buyer's open one is ended, so that the buyer does not lose
   * its goods for nothing.
   * @throws TrialSucceeded if it can, so that everything is rolled back
   */
  private async tryPlacement(
    tx: Tx,
    { id }: Checkout,
    { checkout, quoted, maximum }: { checkout: Checkout; quoted: QuotedCart; maximum: Cents },
  ): Promise<never> {
    const other = await readLockedCheckout(tx, id);
    await lockHolds(tx, other, { checkout, lines: quoted.price.lines });
    await releaseCheckoutGoods(tx, other.checkout, other.lines);
    await this.holdGoods(tx, checkout, quoted);
    assertWithinMaximum(checkout.totalCents, maximum);
    throw new TrialSucceeded();
  }

  /**
   * Finds the checkout that answers a repeated request although it is closed: a recent free purchase, or an unconfirmed
   * crypto checkout.
   */
  private async findClosedDuplicate(
    tx: Tx,
    userId: number,
    { amount, method }: Placement,
    fingerprint: string,
  ): Promise<Checkout | null | undefined> {
    if (parseAmount(amount) === 0) return findRecentFreePurchase(tx, userId, fingerprint, this.clock.now());
    return method === 'crypto' ? findUnconfirmedCrypto(tx, userId, fingerprint) : undefined;
  }

  /** Opens the payment page, outside the transaction because the provider is called. */
  private async openPaymentPage(checkout: Checkout): Promise<PlacedCheckout> {
    const { ref, method } = checkout;
    this.assertOffered(method);
    const page = await this.payments.startPayment(checkout);
    return {
      ...(page ?? { url: `${this.settings.publicUrl}/payment-success?checkout=${ref}` }),
      checkout: ref,
    };
  }

  /**
   * Checks that the payment method is offered; an open checkout may use one that was switched off later. A total of
   * 0 needs no method.
   */
  private assertOffered(method: PaymentMethod): void {
    if (method !== 'none' && !this.providers.offeredMethods().includes(method))
      throw new ShopError('METHOD_DISABLED', 'This payment method is switched off.');
  }

  private async holdGoods(tx: Tx, checkout: Checkout, quoted: QuotedCart): Promise<void> {
    try {
      await holdCheckoutGoods(tx, checkout, quoted.price.lines);
    } catch (error) {
      throw error instanceof InsufficientBalanceError ? failedHoldError(error, quoted.lines) : error;
    }
    const byCrypto = checkout.method === 'crypto';
    if (quoted.standing)
      await this.holdLimits.assertStillWithinLimits(tx, { ...quoted.standing, byCrypto }, quoted.lines);
  }

  /** @throws ShopError as `Quoting.quoteCart`, PRICE_CHANGED, RATE_LIMITED, HOLD_LIMIT */
  private async quoteAndCheck(
    tx: Tx,
    buyer: User,
    { address }: PurchaseOrigin,
    input: Placement & { replaces?: boolean },
  ): Promise<QuotedCart> {
    const quoted = await this.quoting.quoteCart(tx, { user: buyer, address }, input);
    const { standing, lines, limits } = quoted;
    assertAgreedAmount(input, quoted);
    if (standing) this.standings.assertBelowLimit(standing);
    for (const line of lines) {
      const limit = limits.find(({ id }) => id === line.source.id);
      assertWithinHoldLimit(line, limit);
    }
    return quoted;
  }
}

/**
 * Builds the error for a failed hold: SOLD_OUT with the remaining pieces; REWARD_CODE_HELD for a code; CONFLICT for
 * credit, because other credit means another price.
 */
function failedHoldError(error: InsufficientBalanceError, lines: readonly ResolvedLine[]): ShopError {
  if (error.account.startsWith('reward:')) return rewardHeldError();
  const line = lines.find(
    ({ source }) =>
      error.account === stockAccount(source.id) || (error.account === COINS && source.category === 'coins'),
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
