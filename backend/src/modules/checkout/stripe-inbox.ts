import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Alert } from '@pax/contracts';
import type Stripe from 'stripe';
import { z } from 'zod';
import { failpoint } from '../../common/failpoints.js';
import { ShopError } from '../../common/problem.js';
import { Semaphore } from '../../common/semaphore.js';
import { Transactions } from '../../infra/database/transaction.js';
import { Loop } from '../../infra/loops/loop.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { toSession, type CardSession } from '../../infra/payments/card-session.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { escalateRefund } from '../payments/escalate-refund.js';
import { Payment, Refund } from '../payments/payment.entity.js';
import { ProviderMessages, type ProviderMessage } from '../payments/provider-messages.js';
import { ApplySession } from './apply-session.js';

const EVERY_MS = 1_000;
const BATCH = 20;
/** Messages that are worked on at the same time; each needs a connection. */
const AT_ONCE = 3;
/** After this many tries people are told; the message is tried on. */
const ALERT_AT = 6;

const SESSION_EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

/** The bank did not take a refund that was sent before. */
const REFUND_FAILED = 'refund.failed';
/** Every type of event that changes anything here; the endpoint at Stripe has to send these (OWN-429). */
export const STRIPE_EVENTS: ReadonlySet<string> = new Set([...SESSION_EVENTS, REFUND_FAILED]);
/** A refund of the shop's carries the id of its row; the payment tells it from one of another shop at the same provider. */
const ownRefund = z.object({
  id: z.string().max(100),
  payment_intent: z.string().max(100),
  metadata: z.object({
    refund: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  }),
});

/** Works off Stripe's stored messages; a message that fails waits and is tried again without the provider's help. */
@Injectable()
export class StripeInbox implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(StripeInbox.name);
  private readonly isLive: boolean;
  private readonly places = new Semaphore(AT_ONCE);
  /** What waits here longer than it is out of reach of others is not taken once more by this process. */
  private readonly inFlight = new Set<number>();
  private readonly loop = new Loop(StripeInbox.name, EVERY_MS, () => this.work());

  constructor(
    private readonly messages: ProviderMessages,
    private readonly apply: ApplySession,
    private readonly transactions: Transactions,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.isLive = /^[a-z]k_live_/.test(settings.stripe.secretKey ?? '');
  }

  onApplicationBootstrap(): void {
    if (this.settings.stripe.secretKey) this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.places.settled();
  }

  /** Stores a verified message, then has it worked off without keeping the provider waiting. */
  async receive(event: Stripe.Event): Promise<void> {
    const message = await this.messages.store('stripe', event.id, event.type, event);
    failpoint('webhook.stored');
    if (message) void this.handleAll([message]);
  }

  /** Works off everything that waits: left behind by a process that ended, or failed before. */
  async work(): Promise<void> {
    for (;;) {
      const waiting = await this.messages.take('stripe', BATCH, [...this.inFlight]);
      await this.handleAll(waiting);
      if (waiting.length < BATCH) return;
    }
  }

  /** Several at once: mostly each waits for the database. What is about one checkout meets at its lock. */
  private async handleAll(messages: readonly ProviderMessage[]): Promise<void> {
    for (const { id } of messages) this.inFlight.add(id);
    await Promise.all(messages.map((message) => this.places.run(() => this.process(message))));
  }

  private async process(message: ProviderMessage): Promise<void> {
    try {
      const result = await this.handle(message);
      failpoint('webhook.applied');
      await this.messages.done(message.id, result);
    } catch (error) {
      this.logger.warn(`message ${message.event_id}, try ${message.attempts}: ${textOf(error)}`);
      if (message.attempts === ALERT_AT) await this.tellOfFailure(message);
    } finally {
      this.inFlight.delete(message.id);
    }
  }

  private async tellOfFailure({ event_id: id, attempts }: ProviderMessage): Promise<void> {
    const detail = `Message ${id} failed ${attempts} times and is tried on.`;
    await this.tell('failure', 'A payment message fails', detail).catch((error: unknown) =>
      this.logger.error(`nobody was told that message ${id} fails: ${textOf(error)}`),
    );
  }

  private async handle({ type, payload }: ProviderMessage): Promise<string> {
    if (!STRIPE_EVENTS.has(type)) return 'ignored';
    if (payload.livemode !== this.isLive) return 'other mode';
    if (type === REFUND_FAILED) return this.refundFailed(payload.data.object);
    const session = toSession(sessionOf(payload));
    if (session.ref === null) return 'not ours';
    try {
      await this.apply.execute(session.ref, session, type === 'checkout.session.async_payment_failed');
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'NOT_FOUND') throw error;
      if (session.paid) await this.tell('stranded', 'Money without a checkout', unknownMoney(session));
      return 'unknown checkout';
    }
    return 'applied';
  }

  /** Days may lie between: the row says that it is done, and the customer has nothing. */
  private async refundFailed(told: unknown): Promise<string> {
    const { data } = ownRefund.safeParse(told);
    if (!data) return 'not ours';
    const { id: ref, payment_intent: providerRef, metadata } = data;
    const id = metadata.refund;
    return this.transactions.run(async (tx) => {
      const payment = await tx.findOneBy(Payment, { provider: 'stripe', providerRef });
      if (!payment || !(await tx.existsBy(Refund, { id, paymentId: payment.id }))) return 'not ours';
      await escalateRefund(tx, id, `the bank sent ${ref} back`, ['requested', 'done']);
      return 'applied';
    });
  }

  private async tell(kind: Alert['kind'], title: string, detail: string): Promise<void> {
    await this.transactions.run((tx) => raiseAlert(tx, { kind, title, detail }));
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Our mark on it, but no row of ours: after a restore from a backup people have to look. */
function unknownMoney({ id, ref, amountCents, currency }: CardSession): string {
  return `Session ${id} brought ${amountCents} ${currency} for checkout ${ref}, which is not known. Refund it at the provider.`;
}

/** The session of a stored message. Its signature was verified at the door, so its form is Stripe's. */
function sessionOf(payload: Stripe.CheckoutSessionCompletedEvent): Stripe.Checkout.Session {
  return payload.data.object;
}
