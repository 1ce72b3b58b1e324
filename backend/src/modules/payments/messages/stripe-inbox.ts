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
import { failpoint } from '../../../common/failpoints.js';
import { ShopError } from '../../../common/problem.js';
import { Semaphore } from '../../../common/semaphore.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { Loop } from '../../../infra/loops/loop.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { toSession, type CardSession } from '../stripe/card-session.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { escalateRefund } from '../refunds/escalate-refund.js';
import { Payment, Refund } from '../payment.entity.js';
import { ProviderMessages, type ProviderMessage } from './provider-messages.js';
import { ApplySession } from '../lifecycle/apply-session.js';

const EVERY_MS = 1_000;
const BATCH = 20;
/** Messages that are processed at the same time; each needs a database connection. */
const CONCURRENCY = 3;
/** After this many tries an alert is raised; retries go on. */
const ALERT_AT = 6;

const SESSION_EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]);

/** The bank returned a refund that had been sent. */
const REFUND_FAILED = 'refund.failed';
/** Types of events that are processed; the endpoint at Stripe has to send these (OWN-429). */
export const STRIPE_EVENTS: ReadonlySet<string> = new Set([...SESSION_EVENTS, REFUND_FAILED]);
/** A refund of this shop: its metadata has the row's id, its payment is known here (accounts may be shared). */
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

/** Processes Stripe's stored messages; a message that fails is retried from the table, not by the provider. */
@Injectable()
export class StripeInbox implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(StripeInbox.name);
  private readonly isLive: boolean;
  private readonly slots = new Semaphore(CONCURRENCY);
  /** Ids waiting or being processed here, so that this process does not take a message again when its lock expires. */
  private readonly inFlight = new Set<number>();
  private readonly loop = new Loop(StripeInbox.name, EVERY_MS, () => this.processWaiting());

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
    await this.slots.settled();
  }

  /** Stores a verified message and processes it without making the provider wait. */
  async receive(event: Stripe.Event): Promise<void> {
    const message = await this.messages.store('stripe', event.id, event.type, event);
    failpoint('webhook.stored');
    if (message) void this.handleAll([message]);
  }

  /** Processes all waiting messages: those of processes that ended, and those that failed. */
  async processWaiting(): Promise<void> {
    for (;;) {
      const waiting = await this.messages.take('stripe', BATCH, [...this.inFlight]);
      await this.handleAll(waiting);
      if (waiting.length < BATCH) return;
    }
  }

  /** Concurrent, because each mostly waits for the database; messages of one checkout wait at its row lock. */
  private async handleAll(messages: readonly ProviderMessage[]): Promise<void> {
    for (const { id } of messages) this.inFlight.add(id);
    await Promise.all(messages.map((message) => this.slots.run(() => this.process(message))));
  }

  private async process(message: ProviderMessage): Promise<void> {
    try {
      const result = await this.handle(message);
      failpoint('webhook.applied');
      await this.messages.markProcessed(message.id, result);
    } catch (error) {
      this.logger.warn(
        `Stripe message ${message.event_id} failed at try ${message.attempts} and is retried: ${textOf(error)}`,
      );
      if (message.attempts === ALERT_AT) await this.alertOfFailure(message);
    } finally {
      this.inFlight.delete(message.id);
    }
  }

  private async alertOfFailure({ event_id: id, attempts }: ProviderMessage): Promise<void> {
    const detail = `Message ${id} failed ${attempts} times and is retried. See the backend's log for the cause.`;
    await this.sendAlert('failure', 'Payment message failing', detail).catch((error: unknown) =>
      this.logger.error(`The alert that Stripe message ${id} fails was not stored: ${textOf(error)}`),
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
      if (session.paid) await this.sendAlert('stranded', 'Money without a checkout', unknownMoney(session));
      return 'unknown checkout';
    }
    return 'applied';
  }

  /** May come days later, when the row is done already but the customer has no money. */
  private async refundFailed(refund: unknown): Promise<string> {
    const { data } = ownRefund.safeParse(refund);
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

  private async sendAlert(kind: Alert['kind'], title: string, detail: string): Promise<void> {
    await this.transactions.run((tx) => raiseAlert(tx, { kind, title, detail }));
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A session of this shop without a row, as after a restore from a backup: staff have to refund it. */
function unknownMoney({ id, ref, amountCents, currency }: CardSession): string {
  return `Session ${id} brought ${amountCents} ${currency} for checkout ${ref}, which does not exist. Refund it at the provider.`;
}

/** The session of a stored message; the signature was verified, so its shape is Stripe's. */
function sessionOf(payload: Stripe.CheckoutSessionCompletedEvent): Stripe.Checkout.Session {
  return payload.data.object;
}
