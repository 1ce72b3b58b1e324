import { Injectable } from '@nestjs/common';
import { HOLDING_STATES } from '@pax/contracts';
import { Clock } from '../../../platform/clock.js';
import { providerUnavailable, CreatePaymentSession } from './create-payment-session.js';
import { Payables, type Payable } from '../payables.js';
import { type PaymentPage, type PaymentSession, ProviderRefusal } from '../payment-provider.js';
import { PaymentProviders } from '../payment-providers.js';

/** How long after its end a session that the provider does not know is given up, ms. */
const GRACE_MS = 60_000;

/**
 * The life of a payment, the same for every provider: started by its checkout, then brought to what the provider says,
 * by a message or by asking. Every step is idempotent; none runs inside a transaction.
 */
@Injectable()
export class PaymentLifecycle {
  constructor(
    private readonly payables: Payables,
    private readonly providers: PaymentProviders,
    private readonly createSession: CreatePaymentSession,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns where the buyer pays; null when nothing is left to pay
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE, CONFLICT or ALREADY_PAID when the checkout ended meanwhile
   */
  async start(payable: Payable): Promise<PaymentPage | null> {
    const { ref, method, providerRequest, providerSessionId: id } = payable;
    const url = payable.providerUrl ?? (await this.create(payable));
    if (url === null) return null;
    const provider = id === null ? this.providers.of(method) : this.providers.ofSession(method, id);
    const fields = providerRequest && provider.formFields?.(ref, providerRequest);
    return fields ? { url, fields } : { url };
  }

  /**
   * Brings a checkout to its session's state at the provider. @param expire ends an open session there first
   * @throws ShopError PAYMENT_PROVIDER_UNAVAILABLE when the provider does not answer; nothing has changed then
   */
  async sync(ref: string, { expire }: { expire: boolean }): Promise<void> {
    const payable = await this.payables.find(ref);
    if (!HOLDING_STATES.includes(payable.state)) return;
    const session = await this.currentSession(payable, expire && payable.state === 'open');
    if (session) await this.apply(ref, session);
  }

  /**
   * Brings a checkout to the state of a session. Money counts from any session of it, an end only from its own one.
   * @throws ShopError NOT_FOUND for an unknown checkout
   */
  async apply(ref: string, { id, state, payment, attempt }: PaymentSession): Promise<void> {
    if (state === 'open') return;
    if (state === 'confirming') return this.payables.confirm(ref, id, attempt);
    if (state !== 'paid') return this.payables.end(ref, state, id, attempt);
    const settled = await this.payables.settle(ref, payment);
    // A session is paid once, so no other money can come from it. Where nothing is to pay, none was stored.
    if (!settled) await this.payables.end(ref, 'failed', payment ? id : undefined);
  }

  private async create(payable: Payable): Promise<string | null> {
    const session = await this.createSession.execute(payable);
    await this.apply(payable.ref, session);
    return session.url;
  }

  private async currentSession(payable: Payable, expire: boolean): Promise<PaymentSession | undefined> {
    if (payable.providerSessionId !== null) return this.ask(payable, payable.providerSessionId, expire);
    if (this.isOver(payable)) {
      await this.payables.end(payable.ref, 'expired');
      return undefined;
    }
    const session = await this.findUnknown(payable);
    const canEnd = session?.state === 'open' || session?.state === 'confirming';
    return canEnd && expire ? this.ask(payable, session.id, true) : session;
  }

  /** No session is stored: repeating the create with the same key finds one that exists, and is refused otherwise. */
  private async findUnknown(payable: Payable): Promise<PaymentSession | undefined> {
    try {
      return await this.createSession.execute(payable);
    } catch (error) {
      const { state } = await this.payables.find(payable.ref);
      // Refused for good, or ended by another process: nothing is left to do.
      if (!HOLDING_STATES.includes(state)) return undefined;
      throw error;
    }
  }

  private async ask(payable: Payable, id: string, expire: boolean): Promise<PaymentSession | undefined> {
    const provider = this.providers.ofSession(payable.method, id);
    try {
      return expire ? await provider.end(id) : await provider.retrieve(id);
    } catch (error) {
      if (error instanceof ProviderRefusal && payable.state === 'open' && this.isOver(payable)) {
        // Unknown at the provider and past its end: release the hold, or it would stay for ever.
        await this.payables.end(payable.ref, 'expired');
        return undefined;
      }
      if (error instanceof ProviderRefusal && payable.state === 'confirming') {
        await this.payables.doubt(payable.ref, id);
        return undefined;
      }
      throw providerUnavailable('The payment provider does not answer right now. Please try again.');
    }
  }

  private isOver({ sessionExpiresAt: end }: Payable): boolean {
    return end !== null && this.clock.now().getTime() > end.getTime() + GRACE_MS;
  }
}
