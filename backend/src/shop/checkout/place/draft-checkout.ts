import {
  parseAmount,
  type PaymentMethod,
  type PlaceCheckoutRequest,
  CONSENT_VERSION,
  parseDecimalToCents,
  getCartLineName,
} from '@pax/contracts';
import { sha256, randomRef } from '../../../platform/secrets.js';
import type { Clock } from '../../../platform/clock.js';
import type { User } from '../../../people/accounts/user.entity.js';
import { splitCheckoutShares } from '../../orders/refund-share.js';
import type { PaymentRequest, PaymentTerms } from '../../payments/payment-provider.js';
import { Checkout, CheckoutLine } from '../checkout.entity.js';
import type { QuotedCart } from './quoting.js';
import type { Tx } from '../../../platform/database/transaction.js';

/** A request to place a checkout, with its payment method. */
export type Placement = PlaceCheckoutRequest & { method: Exclude<PaymentMethod, 'none'> };

/** Computes the fingerprint of a request to place a checkout; requests with equal fingerprints are the same. */
export function computeFingerprint(input: Placement): string {
  const { amount, balanceUsed, items, inGameName, discordName, useStoreCredit, rewardCode, method } = input;
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
      balanceUsed === undefined ? null : parseAmount(balanceUsed),
    ]),
  );
}

/** Time after which the sweeper checks a new checkout, ms, in case the process that placed it has died. */
const FIRST_SWEEP_MS = 15_000;

interface DraftInput {
  buyer: User;
  referrer: User | undefined;
  input: Placement;
  quoted: QuotedCart;
  fingerprint: string;
  /** The payment method for the total, and the limits of its provider's sessions. */
  method: PaymentMethod;
  /** True if a blocked account ordered for the same game name. */
  blockedName: boolean;
  terms: PaymentTerms;
}

/** Builds a new checkout: the agreed quote, and the complete request to the payment provider. */
export function draftCheckout(draft: DraftInput, clock: Clock): Checkout {
  const { buyer, referrer, input, quoted, fingerprint, method, blockedName, terms } = draft;
  const { quote, price, referred, standing } = quoted;
  const now = clock.now();
  const sessionExpiresAt = terms.sessionMs === null ? null : clock.fromNow(terms.sessionMs);
  return Object.assign(new Checkout(), {
    ref: randomRef(),
    userId: buyer.id,
    state: 'open' as const,
    method,
    version: 1,
    fingerprint,
    quote,
    totalCents: price.total,
    creditCents: price.creditUsed,
    bonusCents: price.bonusUsed,
    currency: 'usd',
    gameName: input.inGameName,
    blockedName,
    discordName: input.discordName,
    consentVersion: CONSENT_VERSION,
    consentAt: now,
    // The referral code on the checkout. Accounts that were referred before codes were stored use the referrer's
    // current code.
    referralCode: referrer && referred ? (buyer.appliedReferralCode ?? referrer.referralCode) : null,
    rewardId: quote.reward?.id ?? null,
    holds: 1,
    holding: true,
    addressHash: standing?.addressHash ?? null,
    byNewAccount: standing?.isNew ?? false,
    providerRequest: {
      lines: requestLines(quoted),
      totalCents: price.total,
      expiresAt: sessionExpiresAt && Math.floor(sessionExpiresAt.getTime() / 1000),
    },
    sessionExpiresAt,
    providerSessionId: null,
    providerUrl: null,
    nextCheckAt: clock.fromNow(FIRST_SWEEP_MS),
    createdAt: now,
  });
}

/** Builds the lines for the provider's page: the price of each, and the part of it that is charged. */
function requestLines({ quote, price }: QuotedCart): PaymentRequest['lines'] {
  const checkout = {
    quote,
    totalCents: price.total,
    creditCents: price.creditUsed,
    bonusCents: price.bonusUsed,
  };
  const shares = splitCheckoutShares({ checkout, lines: price.lines, points: 0, commission: null });
  return quote.lines.map((line, index) => ({
    name: getCartLineName(line),
    quantity: line.quantity,
    unitCents: parseDecimalToCents(line.unitPrice),
    cashCents: shares[index]?.cashCents ?? 0,
  }));
}

/** Stores the lines of a new checkout with the prices that the buyer will be charged. */
export async function saveLines(
  tx: Tx,
  checkout: Checkout,
  { lines, price, quote }: QuotedCart,
): Promise<CheckoutLine[]> {
  const rows = price.lines.map((line, index) =>
    Object.assign(new CheckoutLine(), {
      checkoutId: checkout.id,
      lineNo: index + 1,
      productId: line.productId,
      name: quote.lines[index]?.name ?? '',
      category: lines[index]?.source.category ?? '',
      quantity: line.quantity,
      customAmount: line.customAmount ?? null,
      coins: line.coins,
      unitCents: line.unitCents,
      lineCents: line.lineCents,
      discountCents: line.discountCents,
    }),
  );
  await tx.insert(CheckoutLine, rows);
  return rows;
}
