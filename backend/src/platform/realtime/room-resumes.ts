import { Injectable } from '@nestjs/common';
import { RESUME_LIMIT, type ResumeAnswer, type RoomMessage } from '@pax/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ResumeBudget } from './resume-budget.js';
import { StreamStore } from '../outbox/stream-store.js';

/** Rooms that are read at a time, so that the rest of the pool is free for calls. */
const MAX_CONCURRENT_READS = 3;
/** Between two reads of a room, ms; requests in between share the next read. */
const READ_INTERVAL_MS = 50;

interface PendingResume {
  readonly since: number;
  readonly caller: string;
  answer(answer: ResumeAnswer): void;
  /** Rejects the request; has no effect after an answer. */
  fail(reason: unknown): void;
}

/**
 * Answers `resume` with missed messages. Concurrent requests for a room share one read of its head and one of its
 * messages, which begins after the last of them.
 */
@Injectable()
export class RoomResumes {
  private readonly limitReads = pLimit(MAX_CONCURRENT_READS);
  /** Requests for the next read of a room; present while the room is being served. */
  private readonly pendingByRoom = new Map<string, PendingResume[]>();

  constructor(
    private readonly streams: StreamStore,
    private readonly budget: ResumeBudget,
  ) {}

  /** Messages after `since`, or `reset` when they are too many, deleted, ahead of the head, or over the budget. */
  resume(room: string, since: number, caller: string): Promise<ResumeAnswer> {
    return new Promise((answer, fail) => {
      const pending = { since, caller, answer, fail };
      const waiting = this.pendingByRoom.get(room);
      if (waiting) {
        waiting.push(pending);
        return;
      }
      this.pendingByRoom.set(room, [pending]);
      void this.serve(room);
    });
  }

  private async serve(room: string): Promise<void> {
    for (let batch = this.takePending(room); batch.length > 0; batch = this.takePending(room)) {
      await this.limitReads(() => this.answerAll(room, batch));
      await pause(READ_INTERVAL_MS, undefined, { ref: false });
    }
    this.pendingByRoom.delete(room);
  }

  private takePending(room: string): PendingResume[] {
    return this.pendingByRoom.get(room)?.splice(0) ?? [];
  }

  private async answerAll(room: string, batch: readonly PendingResume[]): Promise<void> {
    try {
      const seq = (await this.streams.heads([room]))[0]?.seq ?? 0;
      const allowed: PendingResume[] = [];
      for (const pending of batch) {
        if (await this.isAllowed(pending, seq)) allowed.push(pending);
        else pending.answer({ reset: true, seq });
      }
      if (allowed.length === 0) return;
      const first = Math.min(...allowed.map(({ since }) => since)) + 1;
      const messages = first > seq ? [] : await this.streams.range(room, first, seq);
      for (const pending of allowed) pending.answer(answerFrom(messages, pending.since, seq));
    } catch (error) {
      for (const pending of batch) pending.fail(error);
    }
  }

  private async isAllowed({ since, caller }: PendingResume, seq: number): Promise<boolean> {
    const missed = seq - since;
    if (missed < 0 || missed > RESUME_LIMIT) return false;
    return missed === 0 || this.budget.allows(caller, missed);
  }
}

/** The messages after `since`, or `reset` when some of them are deleted. */
function answerFrom(messages: readonly RoomMessage[], since: number, seq: number): ResumeAnswer {
  const missed = seq - since;
  const messagesSince = messages.slice(Math.max(0, messages.length - missed));
  const isWhole = messagesSince.length === missed && (messagesSince.at(0)?.seq ?? seq + 1) === since + 1;
  return isWhole ? { messages: messagesSince } : { reset: true, seq };
}
