import { reasonOf, type Logger } from './logger.js';

/** Counts gateway messages that could not be read; each reason is logged once, so that a flood is one line. */
export class Unreadable {
  private readonly reasons = new Set<string>();
  private seen = 0;

  constructor(private readonly logger: Logger) {}

  /** Since this process began. */
  get count(): number {
    return this.seen;
  }

  note(error: unknown, packet?: unknown): void {
    this.seen += 1;
    const reason = `${String(Object(packet).t ?? 'frame')}: ${reasonOf(error)}`.slice(0, 300);
    if (this.reasons.has(reason) || this.reasons.size >= MOST_REASONS) return;
    this.reasons.add(reason);
    this.logger.warn('gateway message not understood, set aside', { reason, count: this.seen });
  }
}

const MOST_REASONS = 100;
