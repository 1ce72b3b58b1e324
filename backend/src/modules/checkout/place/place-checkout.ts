import { Inject, Injectable } from '@nestjs/common';
import {
  CONSENT_VERSION,
  MINIMUM_CHARGE,
  parseAmount,
  toDecimal,
  type Cents,
  type PaymentMethod,
  type PlaceCheckoutRequest,
  type PlacedAnswer,
} from '@pax/contracts';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import { randomRef, sha256 } from '../../../common/random.js';
import { readRows } from '../../../infra/database/read-rows.js';
import { Transactions, type Tx } from '../../../infra/database/transaction.js';
import { appendEvent } from '../../../infra/outbox/outbox.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { User } from '../../accounts/user.entity.js';
import { InsufficientError } from '../../ledger/ledger.js';
import { lockUsers } from '../checkout-locks.js';
import { Checkout } from '../checkout.entity.js';
import { HoldLimits, assertWithinHoldLimit } from './hold-limits.js';
import { hold } from './holds.js';
import { isSameRequest, OpenCheckouts, findRecentFreePurchase } from './open-checkouts.js';
import { PlacementLimits } from './placement-limits.js';
import { quoteAnswer, Quoting, type Quoted } from './quoting.js';
import { saveLines } from './save-lines.js';
import { soldOut } from './sold-out.js';
import { StartPayment } from '../../payments/lifecycle/start-payment.js';

/** Lifetime of a card session, ms; the provider requires 30 minutes when it accepts the request. */
const SESSION_MS = 35 * 60_000;
/** A create that was not accepted within this time would be refused, ms. */
const ACCEPT_MS = 5 * 60_000;

/** The most that a card session may charge, cents. */
const MAXIMUM_CHARGE: Cents = 99_999_999;

type Placement = PlaceCheckoutRequest & { method: Exclude<PaymentMethod, 'none'> };

/**
 * Places a checkout: quote, hold and stored provider request in one transaction, then the provider's page. An
 * identical repeat answers the same checkout; a different one first ends the buyer's open ones.
 */
@Injectable()
export class PlaceCheckout {
  constructor(
    private readonly transactions: Transactions,
    private readonly quoting: Quoting,
    private readonly openCheckouts: OpenCheckouts,
    private readonly limits: PlacementLimits,
    private readonly holdLimits: HoldLimits,
    private readonly startPayment: StartPayment,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param address the caller's
   * @throws ShopError CONSENT_REQUIRED, METHOD_DISABLED, PRODUCT_NOT_FOUND, VALIDATION, REWARD_CODE_…, PRICE_CHANGED,
   *   SOLD_OUT, AMOUNT_TOO_SMALL, ALREADY_PAID, CHECKOUT_OPEN, HOLD_LIMIT, RATE_LIMITED, BLOCKED, PAYMENT_PROVIDER_UNAVAILABLE
   */
  async execute(userId: number, address: string, input: Placement): Promise<PlacedAnswer> {
    if (input.consent !== true)
      throw new ShopError('CONSENT_REQUIRED', 'Please agree to delivery at once and the refund policy.');
    if (!this.settings.paymentMethods.includes(input.method))
      throw new ShopError('METHOD_DISABLED', 'This payment method is switched off.');
    const fingerprint = fingerprintOf(input);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const checkout =
        (await this.place({ userId, address }, input, fingerprint)) ??
        (await this.openCheckouts.endOthers(userId, fingerprint));
      if (checkout) return this.startPayment.execute(checkout);
    }
    throw new ShopError(
      'CHECKOUT_OPEN',
      'Another checkout of yours is being opened right now. Please try again.',
      { retryAfter: 1 },
    );
  }

  /** @returns undefined when a different checkout of the buyer is open */
  private async place(
    { userId, address }: { userId: number; address: string },
    input: Placement,
    fingerprint: string,
  ): Promise<Checkout | undefined> {
    return this.transactions.run(async (tx) => {
      const { buyer, referrer } = await lockUsers(tx, userId);
      if (buyer.blockedAt || buyer.purchasesSuspended)
        throw new ShopError('BLOCKED', 'Purchases are not possible with this account.');
      const [other] = await readRows(tx, Checkout, `WHERE user_id = $1 AND state = 'open'`, [userId]);
      if (other) return isSameRequest(other, fingerprint, this.clock.now()) ? other : undefined;
      const repeated =
        parseAmount(input.amount) === 0 &&
        (await findRecentFreePurchase(tx, userId, fingerprint, this.clock.now()));
      if (repeated) return repeated;
      const quoted = await this.quoting.quote(tx, { user: buyer, address }, input);
      checkAmount(input, quoted);
      this.checkLimits(quoted);
      const checkout = this.draft(buyer, referrer, input, quoted, fingerprint);
      await tx.insert(Checkout, checkout);
      await saveLines(tx, checkout, quoted);
      await this.holdGoods(tx, checkout, quoted);
      // After the hold, so that a cart larger than the stock answers SOLD_OUT.
      checkSize(checkout.totalCents);
      appendEvent(tx, {
        type: 'checkout.placed',
        aggregate: 'checkout',
        aggregateId: checkout.ref,
        version: checkout.version,
      });
      return checkout;
    });
  }

  private draft(
    buyer: User,
    referrer: User | undefined,
    input: Placement,
    { quote, price, standing }: Quoted,
    fingerprint: string,
  ): Checkout {
    const now = this.clock.now();
    const expiresAt = this.clock.in(SESSION_MS);
    const lines = quote.lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      unitCents: parseAmount(line.unitPrice) ?? 0,
    }));
    const isFree = price.total === 0;
    const request = { lines, totalCents: price.total, expiresAt: Math.floor(expiresAt.getTime() / 1000) };
    return Object.assign(new Checkout(), {
      ref: randomRef(),
      userId: buyer.id,
      state: 'open' as const,
      method: isFree ? ('none' as const) : input.method,
      version: 1,
      fingerprint,
      quote,
      totalCents: price.total,
      creditCents: price.creditUsed,
      bonusCents: price.bonusUsed,
      currency: 'usd',
      gameName: input.inGameName,
      discordName: input.discordName,
      consentVersion: CONSENT_VERSION,
      consentAt: now,
      referralCode: referrer?.referralCode ?? null,
      rewardId: quote.reward?.id ?? null,
      holds: 1,
      holding: true,
      addressHash: standing?.isNew === true ? standing.addressHash : null,
      providerRequest: isFree ? null : request,
      sessionExpiresAt: isFree ? null : expiresAt,
      acceptUntil: isFree ? null : this.clock.in(ACCEPT_MS),
      nextCheckAt: this.clock.in(15_000),
      createdAt: now,
    });
  }

  private async holdGoods(tx: Tx, checkout: Checkout, quoted: Quoted): Promise<void> {
    try {
      await hold(tx, checkout, quoted.price.lines);
    } catch (error) {
      throw error instanceof InsufficientError ? soldOut(error, quoted.lines) : error;
    }
    if (quoted.standing) await this.holdLimits.confirm(tx, quoted.standing, quoted.lines);
  }

  private checkLimits({ standing, lines, limits }: Quoted): void {
    if (standing) this.limits.check(standing);
    for (const line of lines)
      assertWithinHoldLimit(
        line,
        limits.find(({ id }) => id === line.source.id),
      );
  }
}

/** @throws ShopError PRICE_CHANGED unless the buyer saw this price, AMOUNT_TOO_SMALL below the provider's minimum */
function checkAmount(input: Placement, quoted: Quoted): void {
  const { price } = quoted;
  const amount = parseAmount(input.amount);
  if (amount === undefined) throw new ShopError('VALIDATION', 'amount: must be an amount such as "32.50"');
  if (amount !== price.total)
    throw new ShopError('PRICE_CHANGED', 'The price has changed. Please look at the new total.', {
      quote: quoteAnswer(quoted),
    });
  if (price.total > 0 && price.total < MINIMUM_CHARGE) {
    throw new ShopError(
      'AMOUNT_TOO_SMALL',
      `The smallest payment is $${toDecimal(MINIMUM_CHARGE)}. Add something to your cart, or pay a part less with store credit.`,
    );
  }
}

/** @throws ShopError VALIDATION above what a provider takes in one payment */
function checkSize(total: Cents): void {
  if (total <= MAXIMUM_CHARGE) return;
  const message = `The largest payment is $${toDecimal(MAXIMUM_CHARGE)}. Please split it over several orders.`;
  throw new ShopError('VALIDATION', message, { fields: [{ path: 'items', message }] });
}

/** Two placements with equal fingerprints are the same request. */
function fingerprintOf({
  amount,
  items,
  inGameName,
  discordName,
  useStoreCredit,
  rewardCode,
  method,
}: Placement): string {
  const sorted = items.toSorted((a, b) => a.id - b.id);
  return sha256(
    JSON.stringify([
      parseAmount(amount),
      sorted,
      inGameName,
      discordName,
      useStoreCredit ?? false,
      rewardCode ?? null,
      method,
    ]),
  );
}
