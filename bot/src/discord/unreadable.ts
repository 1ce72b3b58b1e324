import { reasonOf, type Logger } from '../logger.js';

/** Counts unreadable gateway messages; logs each reason once, so that a flood is one line. */
export class Unreadable {
  private readonly reasons = new Set<string>();
  private seen = 0;

  constructor(private readonly logger: Logger) {}

  /** Number of unreadable messages since the process started. */
  get count(): number {
    return this.seen;
  }

  note(error: unknown, packet?: unknown): void {
    this.seen += 1;
    const reason = `${String(Object(packet).t ?? 'frame')}: ${reasonOf(error)}`.slice(0, 300);
    if (this.reasons.has(reason) || this.reasons.size >= MOST_REASONS) return;
    this.reasons.add(reason);
    this.logger.warn('gateway message could not be read and is skipped', { reason, count: this.seen });
  }
}

const MOST_REASONS = 100;
