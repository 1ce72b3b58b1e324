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

/** How long after its end a session that the provider does not know, or nobody approved, is given up, ms. */
const GRACE_MS = 60_000;

/** Tells whether a checkout's session has ended longer ago than a message of it takes, or than `graceMs`. */
export function isPastEnd(
  { sessionExpiresAt: end }: Pick<Checkout, 'sessionExpiresAt'>,
  now: Date,
  graceMs = GRACE_MS,
): boolean {
  return end !== null && now.getTime() > end.getTime() + graceMs;
}

/**
 * Takes the money of sessions that their buyers approved. The checkout is made confirming first, which nothing but the
 * provider's answer ends: so there is a capture only while its goods are held, and no end of it meanwhile.
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
   * @param seen the session as the provider has it
   * @returns the session afterwards; as it was seen where it has an outcome, or the shop takes no money itself
   * @throws ProviderRefusal for one that is not what was agreed; any other error leaves it unknown
   */
  async execute(provider: PaymentProvider, ref: string, seen: PaymentSession): Promise<PaymentSession> {
    if (!provider.capture || (seen.state !== 'open' && seen.state !== 'approved')) return seen;
    const { id, approvedCents } = seen;
    const inState = (state: PaymentSession['state']) => ({ id, url: null, state, payment: null });
    const checkout = await this.sessions.find(ref);
    const isConfirming = checkout.state === 'confirming';
    const { captureMs } = provider.terms;
    if (isPastEnd(checkout, this.clock.now(), isConfirming ? captureMs : GRACE_MS))
      return inState(isConfirming ? 'failed' : 'expired');
    if (seen.state === 'open') return inState(isConfirming ? 'confirming' : 'open');
    if (approvedCents === undefined || approvedCents !== checkout.providerRequest?.totalCents)
      throw new ProviderRefusal(`the order of session ${id} was changed`);
    const version = await this.markConfirming.beforeCapture(ref, id);
    if (version === undefined) {
      const { state } = await this.sessions.find(ref);
      // No money is taken now, but an earlier capture may still be under way.
      return inState(state === 'confirming' ? 'confirming' : 'expired');
    }
    const captured = await provider.capture(id);
    if (captured.state === 'open') await this.reopenCheckout.execute(ref, id, version);
    return captured;
  }
}
