import type { BotReport } from '@pax/contracts';
import { Backoff } from '../core/backoff.js';
import type { Backend } from '../core/backend.js';
import { reasonOf, type Logger } from '../core/logger.js';
import { pause } from '../core/pause.js';
import { hasCode } from '../core/problem-error.js';

/** Times of the lease, ms. */
export interface LeaseTiming {
  renewMs: number;
  /** How long a lease holds after the call that took it began. */
  validMs: number;
  /** How long before its end the bot stops acting on it. */
  marginMs: number;
}
export const LEASE_TIMING: LeaseTiming = { renewMs: 5_000, validMs: 15_000, marginMs: 1_000 };

export interface LeaseDeps {
  backend: Pick<Backend, 'lease'>;
  instanceId: string;
  /** The fence of the lease that this process held before, if any. */
  lastFence?: number;
  logger: Logger;
  /** What the bot says of itself with each renewal. */
  report?: () => BotReport;
  timing?: LeaseTiming;
}

/** What posting needs to know of the lease. */
export interface LeaseView {
  readonly fence: number;
  /** By the clock, not by a timer: right also in the moment after the process was stopped for a while. */
  isHeld(): boolean;
  /** Asks the backend now whether the lease is still ours; ends it when it is not. */
  confirm(): Promise<void>;
}

/** The right to be the one bot at the gateway (OWN-150). Once lost it stays lost; a new one has to be acquired. */
export class Lease implements LeaseView {
  private readonly end = new AbortController();
  private readonly timing: LeaseTiming;
  private heldUntil: number;
  private deadline: NodeJS.Timeout | undefined;
  private lastTrouble = '';

  constructor(
    private readonly deps: LeaseDeps,
    private currentFence: number,
    takenAt: number,
  ) {
    this.timing = deps.timing ?? LEASE_TIMING;
    this.heldUntil = takenAt;
    this.extend(currentFence, takenAt);
  }

  get fence(): number {
    return this.currentFence;
  }

  /** Aborted when the lease is lost or given up. */
  get signal(): AbortSignal {
    return this.end.signal;
  }

  isHeld(): boolean {
    return !this.end.signal.aborted && performance.now() < this.heldUntil;
  }

  /**
   * Renews the lease until it ends.
   * @param mayRenew asked before each renewal: a bot without a gateway lets its lease lapse
   */
  async keep(mayRenew: () => boolean): Promise<void> {
    let waitMs = this.timing.renewMs;
    while (!this.end.signal.aborted) {
      await pause(waitMs, this.end.signal);
      if (this.end.signal.aborted) return;
      const renewed = mayRenew() && (await this.renew());
      waitMs = renewed ? this.timing.renewMs : this.timing.renewMs / 5;
    }
  }

  async confirm(): Promise<void> {
    await this.renew();
  }

  /** Gives the lease up on this side; the backend's row lapses by itself. */
  lose(reason: string): void {
    if (this.end.signal.aborted) return;
    clearTimeout(this.deadline);
    this.deps.logger.info('lease ended', { reason });
    this.end.abort();
  }

  private async renew(): Promise<boolean> {
    const askedAt = performance.now();
    try {
      const { backend, instanceId, report } = this.deps;
      const known = { fence: this.currentFence, report: report?.() };
      const { fence } = await backend.lease(instanceId, known, this.end.signal);
      if (!this.end.signal.aborted) this.extend(fence, askedAt);
      return true;
    } catch (error) {
      if (hasCode(error, 'LEASE_TAKEN')) this.lose('another bot holds it');
      else this.complain(reasonOf(error));
      return false;
    }
  }

  private complain(reason: string): void {
    if (this.end.signal.aborted || reason === this.lastTrouble) return;
    this.deps.logger.warn('lease not renewed', { reason });
    this.lastTrouble = reason;
  }

  private extend(fence: number, takenAt: number): void {
    this.currentFence = fence;
    this.lastTrouble = '';
    this.heldUntil = takenAt + this.timing.validMs - this.timing.marginMs;
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.lose('not renewed in time'), this.heldUntil - performance.now());
  }
}

/** Waits until the lease is ours; a backend that is away is asked again and again. Undefined when aborted. */
export async function acquireLease(deps: LeaseDeps, signal: AbortSignal): Promise<Lease | undefined> {
  const { renewMs } = deps.timing ?? LEASE_TIMING;
  const backoff = new Backoff({ firstMs: renewMs / 10, maxMs: renewMs });
  let lastReason = '';
  while (!signal.aborted) {
    const askedAt = performance.now();
    try {
      const { fence } = await deps.backend.lease(deps.instanceId, { fence: deps.lastFence }, signal);
      return new Lease(deps, fence, askedAt);
    } catch (error) {
      if (signal.aborted) break;
      const taken = hasCode(error, 'LEASE_TAKEN');
      const reason = taken ? 'another bot holds it' : reasonOf(error);
      if (reason !== lastReason) deps.logger.info('waiting for the lease', { reason });
      lastReason = reason;
      await pause(taken ? renewMs / 2 : backoff.next(), signal);
    }
  }
  return undefined;
}
