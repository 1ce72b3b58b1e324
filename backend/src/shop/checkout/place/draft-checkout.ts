import { CONSENT_VERSION, fromDecimal, lineName, type PaymentMethod } from '@pax/contracts';
import type { Clock } from '../../../platform/clock.js';
import { randomRef } from '../../../platform/random.js';
import type { User } from '../../../people/accounts/user.entity.js';
import { splitShares } from '../../orders/split-shares.js';
import type { PaymentRequest, PaymentTerms } from '../../payments/payment-provider.js';
import { Checkout } from '../checkout.entity.js';
import type { Placement } from './fingerprint.js';
import type { Quoted } from './quoting.js';

/** When the sweeper looks at a new checkout, if the process that placed it ends, ms. */
const FIRST_LOOK_MS = 15_000;

interface DraftInput {
  buyer: User;
  referrer: User | undefined;
  input: Placement;
  quoted: Quoted;
  fingerprint: string;
  /** How the total is paid, and what its provider's sessions allow. */
  method: PaymentMethod;
  /** A blocked account ordered for the game name. */
  blockedName: boolean;
  terms: PaymentTerms;
}

/** A new checkout: the quote as agreed on, and the whole request to its provider. */
export function draftCheckout(draft: DraftInput, clock: Clock): Checkout {
  const { buyer, referrer, input, quoted, fingerprint, method, blockedName, terms } = draft;
  const { quote, price, referred, standing } = quoted;
  const now = clock.now();
  const sessionExpiresAt = terms.sessionMs === null ? null : clock.in(terms.sessionMs);
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
    // An account that was referred before the code was stored has its referrer's present one.
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
    nextCheckAt: clock.in(FIRST_LOOK_MS),
    createdAt: now,
  });
}

/** The lines as the provider's page shows them: their price, and what is charged of it. */
function requestLines({ quote, price }: Quoted): PaymentRequest['lines'] {
  const checkout = {
    quote,
    totalCents: price.total,
    creditCents: price.creditUsed,
    bonusCents: price.bonusUsed,
  };
  const shares = splitShares({ checkout, lines: price.lines, points: 0, commission: null });
  return quote.lines.map((line, index) => ({
    name: lineName(line),
    quantity: line.quantity,
    unitCents: fromDecimal(line.unitPrice),
    cashCents: shares[index]?.cashCents ?? 0,
  }));
}
