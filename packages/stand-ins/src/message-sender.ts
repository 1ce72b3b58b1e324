import type { FaultRegistry, Fault, FaultPoint } from './faults.js';
import { html, type Html } from '@pax/contracts/html';
import { buttonForm, renderMoment } from './server/page.js';

/** One attempt to deliver a message. */
export interface Attempt {
  /** Start of the attempt, ms since 1970. */
  readonly at: number;
  /** Duration of the attempt, ms. */
  readonly took: number;
  /** Status of the receiver's answer; absent without a valid answer. */
  readonly status?: number;
  /** Reason why there is no valid answer. */
  readonly error?: string;
}

/**
 * State of a delivery: `waiting` for the next attempt, `held` until released, `delivered`, or `given-up` after the last
 * attempt.
 */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'given-up';

/** State and history of the delivery of a message. */
export interface Delivery {
  readonly attempts: Attempt[];
  /** Number of attempts; copies sent together count once. */
  tries: number;
  state: DeliveryState;
  /** Time of the next attempt, ms since 1970. */
  nextAt?: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** Waits between attempts. After the last one, the real service gives up; a message can still be sent by hand. */
const RETRY_DELAYS_MS = [1, 3, 10, 30, 120, 600, 1800, 3600, 7200, 14_400].map(
  (seconds) => seconds * SECOND_MS,
);
const ANSWER_TIMEOUT_MS = 20 * SECOND_MS;
/** Longest time that a reordered message waits for a later one to be sent first. */
const OVERTAKE_LIMIT_MS = MINUTE_MS / 2;
const KEPT_ATTEMPTS = 50;
/** An address where nothing listens, on a port that HTTP clients do not block (as they block port 9). */
const DEAD_ADDRESS = 'http://127.0.0.1:2/';

/** A message to send, built anew for each attempt. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface MessageSenderOptions<R extends Delivery> {
  /** Fault point at which a fault can be applied to an attempt, by the label of the record. */
  readonly faultPoint: FaultPoint;
  readonly faults: FaultRegistry;
  readonly getId: (record: R) => string;
  readonly getLabel: (record: R) => string;
  readonly toMessage: (record: R) => OutgoingMessage;
  /** Called when a record has changed. */
  readonly onChange: () => void;
  /** Called when a record was delivered. */
  readonly onDelivered?: (record: R) => void;
  readonly retryDelaysMs?: readonly number[];
}

/**
 * Delivers messages to the shop as the real services do: at least once, in any order, with retries until a 2xx answer.
 * Before each attempt, an armed fault may be applied.
 */
export class MessageSender<R extends Delivery> {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private readonly closing = new AbortController();
  private overtaken: R[] = [];

  constructor(private readonly options: MessageSenderOptions<R>) {}

  /** Sends a message now, whatever its state, `copies` at once. */
  send(record: R, copies = 1): void {
    void this.startDelivery(record, () => this.dispatchCopies(record, copies));
  }

  /** Like `send`, but on a person's request, so that no fault delays the message. @returns when the attempt is over */
  sendByHand(record: R, copies = 1): Promise<void> {
    return this.startDelivery(record, () => this.deliverRecord(record, copies));
  }

  /** Continues the deliveries that an earlier run did not finish. */
  resume(records: readonly R[]): void {
    for (const record of records) {
      if (record.state === 'waiting')
        this.scheduleAttempt(record, Math.max(0, (record.nextAt ?? 0) - Date.now()));
    }
  }

  /** Stops all attempts; waiting messages are sent in the next run. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await Promise.all(this.running);
  }

  private async startDelivery(record: R, action: () => Promise<void>): Promise<void> {
    if (this.closing.signal.aborted) return;
    clearTimeout(this.timers.get(this.options.getId(record)));
    this.timers.delete(this.options.getId(record));
    // Held and given-up messages count as waiting again, so that tests that wait for all deliveries include them.
    if (record.state !== 'delivered') record.state = 'waiting';
    const run = action().finally(() => this.running.delete(run));
    this.running.add(run);
    return run;
  }

  private scheduleAttempt(record: R, waitMs: number): void {
    record.state = 'waiting';
    record.nextAt = Date.now() + waitMs;
    this.options.onChange();
    if (this.closing.signal.aborted) return;
    clearTimeout(this.timers.get(this.options.getId(record)));
    this.timers.set(
      this.options.getId(record),
      setTimeout(() => {
        this.send(record);
      }, waitMs),
    );
  }

  private async dispatchCopies(record: R, copies: number): Promise<void> {
    const fault = this.options.faults.takeNext(this.options.faultPoint, this.options.getLabel(record));
    if (fault?.kind === 'hold') {
      record.state = 'held';
      record.nextAt = undefined;
      this.options.onChange();
      return;
    }
    if (fault?.kind === 'reorder') {
      this.overtaken.push(record);
      this.scheduleAttempt(record, OVERTAKE_LIMIT_MS);
      return;
    }
    if (fault?.kind === 'slow') await this.pause(fault.ms);
    const count = fault?.kind === 'duplicate' ? Math.max(copies, fault.times) : copies;
    await this.deliverRecord(record, count, fault);
  }

  private async deliverRecord(record: R, count: number, fault?: Fault): Promise<void> {
    const attempts = await Promise.all(Array.from({ length: count }, () => this.postMessage(record, fault)));
    if (this.closing.signal.aborted) return;
    record.tries += 1;
    record.attempts.push(...attempts);
    record.attempts.splice(0, record.attempts.length - KEPT_ATTEMPTS);
    this.settleDelivery(record, attempts);
    this.sendOvertaken(record);
  }

  private settleDelivery(record: R, attempts: readonly Attempt[]): void {
    const delivered = attempts.some(
      (one) => one.status !== undefined && one.status >= 200 && one.status < 300,
    );
    if (delivered || record.state === 'delivered') {
      record.state = 'delivered';
      record.nextAt = undefined;
      this.options.onDelivered?.(record);
      this.options.onChange();
      return;
    }
    const delays = this.options.retryDelaysMs ?? RETRY_DELAYS_MS;
    const wait = delays[record.tries - 1];
    if (wait === undefined) {
      record.state = 'given-up';
      record.nextAt = undefined;
      this.options.onChange();
    } else {
      this.scheduleAttempt(record, wait);
    }
  }

  private sendOvertaken(passed: R): void {
    const waiting = this.overtaken.filter((one) => one !== passed);
    this.overtaken = [];
    for (const record of waiting) this.send(record);
  }

  private async postMessage(record: R, fault: Fault | undefined): Promise<Attempt> {
    const at = Date.now();
    const createAttempt = (outcome: { status?: number; error?: string }): Attempt => ({
      at,
      took: Date.now() - at,
      ...outcome,
    });
    if (fault?.kind === 'fail')
      return createAttempt({ status: fault.status, error: 'told to fail, not sent' });
    const { url, headers, body } = this.options.toMessage(record);
    try {
      const answer = await fetch(fault?.kind === 'dead-address' ? DEAD_ADDRESS : url, {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      // The shop has processed the message, but its answer is lost, so that the service must send again.
      if (fault?.kind === 'cut') return createAttempt({ error: 'line cut before the answer' });
      return createAttempt({ status: answer.status });
    } catch (error) {
      return createAttempt({ error: describeError(error) });
    }
  }

  private pause(ms: number): Promise<void> {
    const { signal } = this.closing;
    return new Promise((resolve) => {
      const finishPause = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finishPause);
        resolve();
      };
      const timer = setTimeout(finishPause, ms);
      signal.addEventListener('abort', finishPause);
    });
  }
}

function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('cause' in error && error.cause !== undefined) return describeError(error.cause);
  return 'message' in error ? String(error.message) : 'unknown';
}

const STATE_TAGS: Record<DeliveryState, string> = {
  delivered: 'good',
  waiting: 'wait',
  held: 'wait',
  'given-up': 'bad',
};

interface SentMessage {
  readonly title: string;
  readonly id: string;
  /** Creation time, ms since 1970. */
  readonly at: number;
  /** Address of the control endpoint that sends a copy. */
  readonly resend: string;
}

/** A message on a dashboard: its state, all attempts, and buttons that send it again. */
export function deliveryCard(
  { title, id, at, resend }: SentMessage,
  { state, attempts, nextAt }: Delivery,
): Html {
  return html`<div class="card">
    <div class="row"><strong>${title}</strong><span class="tag ${STATE_TAGS[state]}">${state}</span></div>
    <div class="small quiet">
      ${renderMoment(at)} · <code>${id}</code>
      ${nextAt === undefined ? undefined : html` · next try ${renderMoment(nextAt)}`}
    </div>
    <details>
      <summary>${attempts.length === 1 ? '1 try' : `${attempts.length} tries`}</summary>
      <table>
        ${attempts.map(attemptRow)}
      </table>
    </details>
    <div class="buttons">
      ${buttonForm(resend, state === 'held' ? 'Send now' : 'Send again')}
      ${buttonForm(resend, 'Send five at once', { copies: 5 })}
    </div>
  </div>`;
}

function attemptRow(attempt: Attempt): Html {
  return html`<tr>
    <td>${renderMoment(attempt.at)}</td>
    <td>${attempt.status ?? '–'}</td>
    <td>${attempt.took} ms</td>
    <td>${attempt.error ?? ''}</td>
  </tr>`;
}
