import { raiseAlert } from '../../platform/outbox/alerts.js';
import { Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { errorText } from '../../platform/describe-error.js';
import { failpoint } from '../../platform/failpoints.js';
import { POOL_SIZE } from '../../platform/database/data-source.js';
import { Transactions } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import type { VerifiedMessage } from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { HandleMessage } from './handle-message.js';
import { ProviderMessages, type ProviderMessage } from './provider-messages.js';

const EVERY_MS = 1_000;
const BATCH = 20;
/** Number of database connections left to other work, however many messages arrive. */
const LEFT_TO_OTHERS = 4;
/** Number of messages processed at once; each needs a database connection. */
const CONCURRENCY = POOL_SIZE - LEFT_TO_OTHERS;
/** Number of failed attempts after which an alert is raised; retries continue. */
const ALERT_AT = 6;

/**
 * Processes the stored messages of all providers. The shop itself retries a failed message, without asking its
 * provider.
 */
@Injectable()
export class ProviderInbox {
  private readonly logger = new Logger(ProviderInbox.name);
  private readonly limit = pLimit(CONCURRENCY);
  private readonly unfinished = new Set<Promise<void>>();
  /**
   * Ids of messages that wait or run in this process, so that the process does not claim them again when their lock
   * expires.
   */
  private readonly inFlight = new Set<number>();
  private readonly senders: readonly string[];

  constructor(
    private readonly messages: ProviderMessages,
    private readonly handleMessage: HandleMessage,
    private readonly transactions: Transactions,
    providers: PaymentProviderRegistry,
  ) {
    this.senders = providers.namesOfMessageSenders();
  }

  /** Resolves when all received messages have been processed. */
  async waitUntilProcessed(): Promise<void> {
    while (this.unfinished.size > 0) await Promise.all(this.unfinished);
  }

  /**
   * Stores a verified message and processes it in the background.
   * @returns false if the message was stored before
   */
  async receiveMessage(provider: string, verified: VerifiedMessage): Promise<boolean> {
    const message = await this.messages.storeMessage(provider, verified);
    failpoint('webhook.stored');
    if (message) void this.processMessages([message]);
    return message !== undefined;
  }

  /** Processes all waiting messages: those that failed, and those left by processes that ended. */
  @Periodic({ name: 'provider-inbox', every: EVERY_MS, role: 'all' })
  async processWaitingMessages(signal: AbortSignal = new AbortController().signal): Promise<void> {
    if (this.senders.length === 0) return;
    await this.messages.reopenMessagesOfLatePayments();
    while (!signal.aborted) {
      const waiting = await this.messages.claimMessages(this.senders, BATCH, [...this.inFlight]);
      await this.processMessages(waiting);
      if (waiting.length < BATCH) return;
    }
  }

  /**
   * Processes messages concurrently, because each mostly waits for the database. Messages about one checkout wait
   * for its row lock.
   */
  private async processMessages(messages: readonly ProviderMessage[]): Promise<void> {
    for (const { id } of messages) this.inFlight.add(id);
    const runs = messages.map((message) => this.limit(() => this.processMessage(message)));
    const run = Promise.allSettled(runs).then(() => void this.unfinished.delete(run));
    this.unfinished.add(run);
    await run;
  }

  private async processMessage(message: ProviderMessage): Promise<void> {
    const { id, provider, event_id: eventId, attempts } = message;
    try {
      const result = await this.handleMessage.execute(message);
      failpoint('webhook.applied');
      await this.messages.markProcessed(id, result);
    } catch (error) {
      this.logger.warn(
        `Message ${eventId} of ${provider} failed at try ${attempts} and is retried: ${errorText(error)}`,
      );
      if (attempts === ALERT_AT) await this.alertOfFailure(message);
    } finally {
      this.inFlight.delete(id);
    }
  }

  private async alertOfFailure({ event_id: id, attempts }: ProviderMessage): Promise<void> {
    const detail = `Message ${id} failed ${attempts} times and is retried. See the backend's log for the cause.`;
    await this.transactions
      .run((tx) => raiseAlert(tx, { kind: 'failure', title: 'Payment message failing', detail }))
      .catch((error: unknown) =>
        this.logger.error(`The alert that message ${id} fails was not stored: ${errorText(error)}`),
      );
  }
}
