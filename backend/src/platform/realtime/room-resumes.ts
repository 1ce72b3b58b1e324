import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SETTINGS, type Settings } from '../../settings.js';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_RESUMED_MESSAGES, type ResumeAnswer, type RoomMessage } from '@pax/contracts';
import pLimit from 'p-limit';
import { StreamStore } from '../outbox/stream-store.js';

const WINDOW_S = 20;
/**
 * Limit of messages that one caller may resume within a window, before RATE_LIMIT_FACTOR: ten times the longest
 * answer.
 */
const PER_CALLER = 5_000;
/** Limit of messages that all callers of a process may resume within a window, before RATE_LIMIT_FACTOR. */
const TOTAL = 40_000;

/** Limits resumed messages, because each is serialised again for each client, which an attacker could exploit. */
@Injectable()
export class ResumeBudget {
  private readonly perCaller: RateLimiterMemory;
  private readonly total: RateLimiterMemory;

  constructor(@Inject(SETTINGS) { rateLimitFactor }: Settings) {
    const makeLimiter = (points: number): RateLimiterMemory =>
      new RateLimiterMemory({ points: Math.ceil(points * rateLimitFactor), duration: WINDOW_S });
    this.perCaller = makeLimiter(PER_CALLER);
    this.total = makeLimiter(TOTAL);
  }

  /**
   * Counts messages against a caller's limit and the total limit.
   * @returns whether they are within both
   */
  async allowsMessages(caller: string, messages: number): Promise<boolean> {
    return (
      (await consumeIfAllowed(this.perCaller, caller, messages)) &&
      consumeIfAllowed(this.total, 'all', messages)
    );
  }
}

/**
 * Counts points against a limit.
 * @returns false beyond the limit, where the library rejects with a RateLimiterRes
 */
async function consumeIfAllowed(limiter: RateLimiterMemory, key: string, points: number): Promise<boolean> {
  return limiter.consume(key, points).then(
    () => true,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    },
  );
}

/** Minimum time between two answers to a socket for the same room, ms. */
const INTERVAL_MS = 1_000;
/** Number of overlapping requests beyond which a socket counts as a flood; the shop's pages send none. */
const MAX_OVERLAPPING = 5;

/** Throttles the `resume` requests of a socket: one at a time per room, a second apart. */
export class ResumeThrottle {
  private readonly open = new Set<string>();
  private readonly answeredAt = new Map<string, number>();
  private overlapping = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** True when the socket has sent too many overlapping requests. */
  get isFlood(): boolean {
    return this.overlapping > MAX_OVERLAPPING;
  }

  /**
   * Runs an answer after the room's interval; answers for several rooms run one after the other.
   * @returns undefined when the room's last request is not answered yet
   */
  async runWhenDue<T>(room: string, answer: () => Promise<T>): Promise<T | undefined> {
    if (this.open.has(room)) {
      this.overlapping += 1;
      return undefined;
    }
    this.open.add(room);
    try {
      const wait = (this.answeredAt.get(room) ?? -Infinity) + INTERVAL_MS - performance.now();
      if (wait > 0) await pause(wait, undefined, { ref: false });
      const answered = this.last.then(answer);
      this.last = answered.catch(() => undefined);
      return await answered;
    } finally {
      this.answeredAt.set(room, performance.now());
      this.open.delete(room);
    }
  }
}

/** Number of rooms read at once, so that most database connections stay free for calls. */
const MAX_CONCURRENT_READS = 3;
/** Minimum time between two reads of a room, ms; requests in between share the next read. */
const READ_INTERVAL_MS = 50;

interface PendingResume {
  readonly since: number;
  readonly caller: string;
  answer(answer: ResumeAnswer): void;
  /** Rejects the request; has no effect after it was answered. */
  fail(reason: unknown): void;
}

/**
 * Answers `resume` requests with the missed messages. Concurrent requests for a room share one read of its head and
 * of its messages, which starts after the last request.
 */
@Injectable()
export class RoomResumes {
  private readonly limitReads = pLimit(MAX_CONCURRENT_READS);
  /** Requests that wait for the next read of a room; the room has an entry while it is being served. */
  private readonly pendingByRoom = new Map<string, PendingResume[]>();

  constructor(
    private readonly streams: StreamStore,
    private readonly budget: ResumeBudget,
  ) {}

  /**
   * Answers the messages after the number `since`, or `reset` when they are too many, deleted, ahead of the head,
   * or over the limit.
   */
  resume(room: string, since: number, caller: string): Promise<ResumeAnswer> {
    return new Promise((answer, fail) => {
      const pending = { since, caller, answer, fail };
      const waiting = this.pendingByRoom.get(room);
      if (waiting) {
        waiting.push(pending);
        return;
      }
      this.pendingByRoom.set(room, [pending]);
      void this.serveRoom(room);
    });
  }

  private async serveRoom(room: string): Promise<void> {
    for (let batch = this.takePending(room); batch.length > 0; batch = this.takePending(room)) {
      await this.limitReads(() => this.answerPending(room, batch));
      await pause(READ_INTERVAL_MS, undefined, { ref: false });
    }
    this.pendingByRoom.delete(room);
  }

  private takePending(room: string): PendingResume[] {
    return this.pendingByRoom.get(room)?.splice(0) ?? [];
  }

  private async answerPending(room: string, batch: readonly PendingResume[]): Promise<void> {
    try {
      const seq = (await this.streams.readHeads([room]))[0]?.seq ?? 0;
      const allowed: PendingResume[] = [];
      for (const pending of batch) {
        if (await this.isAllowed(pending, seq)) allowed.push(pending);
        else pending.answer({ reset: true, seq });
      }
      if (allowed.length === 0) return;
      const first = Math.min(...allowed.map(({ since }) => since)) + 1;
      const messages = first > seq ? [] : await this.streams.readRange(room, first, seq);
      for (const pending of allowed) pending.answer(answerFromMessages(messages, pending.since, seq));
    } catch (error) {
      for (const pending of batch) pending.fail(error);
    }
  }

  private async isAllowed({ since, caller }: PendingResume, seq: number): Promise<boolean> {
    const missed = seq - since;
    if (missed < 0 || missed > MAX_RESUMED_MESSAGES) return false;
    return missed === 0 || this.budget.allowsMessages(caller, missed);
  }
}

/** Answers the messages after the number `since`, or `reset` when some of them are deleted. */
function answerFromMessages(messages: readonly RoomMessage[], since: number, seq: number): ResumeAnswer {
  const missed = seq - since;
  const messagesSince = messages.slice(Math.max(0, messages.length - missed));
  const isWhole = messagesSince.length === missed && (messagesSince.at(0)?.seq ?? seq + 1) === since + 1;
  return isWhole ? { messages: messagesSince } : { reset: true, seq };
}
