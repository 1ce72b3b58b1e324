import {
  claimLastingRequest,
  reportLastingRequest,
  type LastingMessageKey,
  type LastingMessage,
  type LastingMessageOutcome,
} from '@pax/contracts';
import type { JsonAnswer, JsonCall } from './json-server.js';

interface StoredLastingMessage extends LastingMessage {
  fence: number;
}

/** Fake of the shop's lasting messages, in memory; without the shop's pause of 15 s between two changes. */
export class ShopLasting {
  /** Lasting messages that the bot may keep; none unless a spec adds them. */
  readonly wantedKeys = new Set<LastingMessageKey>();
  readonly outcomes: (LastingMessageOutcome & { key: LastingMessageKey })[] = [];
  private readonly messages = new Map<LastingMessageKey, StoredLastingMessage>();
  private count = 0;

  outcomeKinds(key: LastingMessageKey): string[] {
    return this.outcomes.filter((one) => one.key === key).map(({ kind }) => kind);
  }

  /** Stores a message that an earlier bot sent and pinned. */
  storeMessage(key: LastingMessageKey, messageId: string, fence: number): void {
    const begun = { firstAttemptAt: new Date().toISOString(), firstAttemptAgeMs: 0 };
    this.messages.set(key, { ...this.createMessage(fence), ...begun, messageId, isPinned: true });
  }

  /** Sets the age of each message's first attempt, ms. */
  setAttemptAge(ms: number): void {
    for (const message of this.messages.values())
      if (message.firstAttemptAt !== null)
        Object.assign(message, {
          firstAttemptAt: new Date(Date.now() - ms).toISOString(),
          firstAttemptAgeMs: ms,
        });
  }

  /** Removes all messages, and wants none. */
  reset(): void {
    this.wantedKeys.clear();
    this.messages.clear();
    this.outcomes.length = 0;
  }

  route({ path, body }: JsonCall, fence: number): JsonAnswer | 'FENCED' | undefined {
    if (path === '/api/bot/lasting-messages/claim') {
      const asked = claimLastingRequest.parse(body);
      if (asked.fence !== fence) return 'FENCED';
      const message = this.wantedKeys.has(asked.key) ? this.claim(asked.key, fence) : null;
      return { status: 200, body: { message } };
    }
    if (path !== '/api/bot/lasting-messages/report') return undefined;
    const report = reportLastingRequest.parse(body);
    if (report.fence !== fence) return 'FENCED';
    const known = this.messages.get(report.key);
    if (known?.nonce !== report.nonce) throw new Error(`not the present nonce of ${report.key}`);
    this.outcomes.push({ ...report.outcome, key: report.key });
    this.messages.set(report.key, this.applyOutcome(known, report.outcome, fence));
    return { status: 204 };
  }

  private claim(key: LastingMessageKey, fence: number): LastingMessage {
    const known = this.messages.get(key) ?? this.createMessage(fence);
    const { fence: by, ...message } = known;
    const begun = { firstAttemptAt: new Date().toISOString(), firstAttemptAgeMs: 0 };
    this.messages.set(key, known.firstAttemptAt === null ? { ...known, ...begun } : known);
    return { ...message, contentHash: by === fence ? message.contentHash : null };
  }

  private applyOutcome(
    known: StoredLastingMessage,
    outcome: LastingMessageOutcome,
    fence: number,
  ): StoredLastingMessage {
    if (outcome.kind === 'gone') return this.createMessage(fence);
    if (outcome.kind === 'pinned') return { ...known, isPinned: true };
    const { kind: _, ...changes } = outcome;
    return { ...known, ...changes, fence };
  }

  private createMessage(fence: number): StoredLastingMessage {
    this.count += 1;
    return {
      nonce: `nonce-lasting-${this.count}`,
      messageId: null,
      contentHash: null,
      isPinned: false,
      firstAttemptAt: null,
      firstAttemptAgeMs: null,
      fence,
    };
  }
}
