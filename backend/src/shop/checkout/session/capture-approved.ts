import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import {
  type PaymentProvider,
  ProviderRefusal,
  type PaymentSession,
} from '../../payments/payment-provider.js';
import type { Checkout } from '../checkout.entity.js';
import { ReopenCheckout } from '../settle/reopen-checkout.js';
import { MarkConfirming } from '../settle/mark-confirming.js';
import { PaymentSessions } from './payment-sessions.js';

/** Time after a session's end at which the shop gives it up if it is unknown or unapproved, ms. */
const GRACE_MS = 60_000;

/**
 * Tells whether the payment session of a checkout ended more than `graceMs` ago. The default leaves time for a late
 * message.
 */
export function isPastEnd(
  { sessionExpiresAt: end }: Pick<Checkout, 'sessionExpiresAt'>,
  now: Date,
  graceMs = GRACE_MS,
): boolean {
  return end !== null && now.getTime() > end.getTime() + graceMs;
}

/**
 * Captures the money of approved sessions. The checkout becomes confirming before, which only an answer of the
 * provider ends, so that its goods stay held during the capture.
 */
@Injectable()
export class CaptureApproved {
  constructor(
    private readonly sessions: PaymentSessions,
    private readonly markConfirming: MarkConfirming,
    private readonly reopenCheckout: ReopenCheckout,
    private readonly clock: Clock,
  ) {}

  /**
   * Captures an approved session.
   * @param seen the session as the provider reported it
   * @returns the session afterwards; unchanged if it has an outcome, or the provider captures by itself
   * @throws ProviderRefusal if it differs from the agreement; after any other error its state is unknown
   */
  async execute(provider: PaymentProvider, ref: string, seen: PaymentSession): Promise<PaymentSession> {
    if (!provider.captureSession || (seen.state !== 'open' && seen.state !== 'approved')) return seen;
    const { id, approvedCents } = seen;
    const sessionInGivenState = (state: PaymentSession['state']) => ({ id, url: null, state, payment: null });
    const checkout = await this.sessions.findCheckout(ref);
    const isConfirming = checkout.state === 'confirming';
    const { captureMs } = provider.terms;
    if (isPastEnd(checkout, this.clock.now(), isConfirming ? captureMs : GRACE_MS))
      return sessionInGivenState(isConfirming ? 'failed' : 'expired');
    if (seen.state === 'open') return sessionInGivenState(isConfirming ? 'confirming' : 'open');
    if (approvedCents === undefined || approvedCents !== checkout.providerRequest?.totalCents)
      throw new ProviderRefusal(`the order of session ${id} was changed`);
    const version = await this.markConfirming.markBeforeCapture(ref, id);
    if (version === undefined) {
      const { state } = await this.sessions.findCheckout(ref);
      // Leaves a confirming session as it is, because an earlier capture may still be running.
      return sessionInGivenState(state === 'confirming' ? 'confirming' : 'expired');
    }
    const captured = await provider.captureSession(id);
    if (captured.state === 'open') await this.reopenCheckout.execute(ref, id, version);
    return captured;
  }
}
