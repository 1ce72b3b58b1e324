import { Injectable } from '@nestjs/common';
import { RESUME_LIMIT, type ResumeAnswer, type RoomMessage } from '@pax/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { Semaphore } from '../../common/semaphore.js';
import { ResumeBudget } from './resume-budget.js';
import { StreamStore } from './stream-store.js';

/** Rooms that are read side by side: the rest of the pool belongs to calls. */
const SIDE_BY_SIDE = 3;
/** Between two reads of a room, ms: whoever asks meanwhile shares the next one. */
const GAP_MS = 50;

interface Asker {
  readonly since: number;
  readonly caller: string;
  answer(answer: ResumeAnswer): void;
  /** Tells of a failure; nothing after an answer. */
  fail(reason: unknown): void;
}

/**
 * Answers what clients missed. All who ask for a room at a time share one read of its number and one of its messages,
 * which begins after the last of them asked (OWN-383).
 */
@Injectable()
export class RoomResumes {
  private readonly reads = new Semaphore(SIDE_BY_SIDE);
  /** Who waits for the next read of a room; there while the room is being served. */
  private readonly askers = new Map<string, Asker[]>();

  constructor(
    private readonly heads: StreamStore,
    private readonly budget: ResumeBudget,
  ) {}

  /**
   * What a client missed since a number, or `reset` when that is too much, too old, from another life, or more than
   * the caller may be given at present.
   */
  resume(room: string, since: number, caller: string): Promise<ResumeAnswer> {
    return new Promise((answer, fail) => {
      const asker = { since, caller, answer, fail };
      const waiting = this.askers.get(room);
      if (waiting) {
        waiting.push(asker);
        return;
      }
      this.askers.set(room, [asker]);
      void this.serve(room);
    });
  }

  private async serve(room: string): Promise<void> {
    for (let asked = this.takeAskers(room); asked.length > 0; asked = this.takeAskers(room)) {
      await this.reads.run(() => this.answerAll(room, asked));
      await pause(GAP_MS, undefined, { ref: false });
    }
    this.askers.delete(room);
  }

  private takeAskers(room: string): Asker[] {
    return this.askers.get(room)?.splice(0) ?? [];
  }

  private async answerAll(room: string, asked: readonly Asker[]): Promise<void> {
    try {
      const seq = (await this.heads.of([room]))[0]?.seq ?? 0;
      const given: Asker[] = [];
      for (const asker of asked) {
        if (await this.mayHave(asker, seq)) given.push(asker);
        else asker.answer({ reset: true, seq });
      }
      if (given.length === 0) return;
      const first = Math.min(...given.map(({ since }) => since)) + 1;
      const messages = first > seq ? [] : await this.heads.range(room, first, seq);
      for (const asker of given) asker.answer(answerFrom(messages, asker.since, seq));
    } catch (error) {
      for (const asker of asked) asker.fail(error);
    }
  }

  private async mayHave({ since, caller }: Asker, seq: number): Promise<boolean> {
    const missed = seq - since;
    if (missed < 0 || missed > RESUME_LIMIT) return false;
    return missed === 0 || this.budget.allows(caller, missed);
  }
}

/** The end of what was read: each message after the number, or `reset` when some of them are gone. */
function answerFrom(messages: readonly RoomMessage[], since: number, seq: number): ResumeAnswer {
  const missed = seq - since;
  const told = messages.slice(Math.max(0, messages.length - missed));
  const isWhole = told.length === missed && (told.at(0)?.seq ?? seq + 1) === since + 1;
  return isWhole ? { messages: told } : { reset: true, seq };
}
