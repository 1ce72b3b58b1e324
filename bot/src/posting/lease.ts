import { passFailpoint } from '../failpoints.js';
import { type BotReport, type StoredGatewaySession, leaseCalls } from '@pax/contracts';
import { Backoff, pause, readClockIncludingSleep } from '../timing.js';
import { type ShopClient, hasCode } from '../shop-client.js';
import { reasonOf, type Logger } from '../logger.js';

/** Intervals of the lease, ms. */
export interface LeaseTiming {
  renewMs: number;
  /** Validity of a lease, counted from the start of the call that acquired it. */
  validMs: number;
  /** Time before the lease's end at which the bot stops using the lease. */
  marginMs: number;
}
export const LEASE_TIMING: LeaseTiming = { renewMs: 5_000, validMs: 15_000, marginMs: 1_000 };

export interface LeaseDeps {
  shop: Pick<ShopClient, 'call'>;
  instanceId: string;
  /** Id of the process, so that the backend grants the lease again when its first answer was lost. */
  takeId: string;
  /** Fence of the lease that the process held before, if any. */
  lastFence?: number;
  logger: Logger;
  /** Reads the bot's report and gateway session, which are sent with each call. */
  readState?: () => LeaseState;
  /** Called when the backend answers that another bot, or a later process of the same bot, holds the lease. */
  onLeaseTaken?: () => void;
  timing?: LeaseTiming;
}

/** Body of each lease call; without a session, the backend keeps the stored one. */
export interface LeaseState {
  report: BotReport;
  session?: StoredGatewaySession | null;
}

/** The part of the lease that posting needs. */
export interface LeaseView {
  readonly fence: number;
  /** Compares the clock with the lease's end, since a timer fires late after the machine slept. */
  isHeld(): boolean;
  /** Renews the lease at once; marks the lease as lost when the bot no longer holds it. */
  confirmLease(): Promise<void>;
}

/** The right to be the only bot that posts. A lost lease stays lost, so a new one must be acquired. */
export class Lease implements LeaseView {
  private readonly end = new AbortController();
  private readonly timing: LeaseTiming;
  private heldUntil: number;
  private deadline: NodeJS.Timeout | undefined;
  private lastFailure = '';

  constructor(
    private readonly deps: LeaseDeps,
    private currentFence: number,
    takenAt: number,
    /** Gateway session that an earlier process stored. */
    readonly session: StoredGatewaySession | null = null,
  ) {
    this.timing = deps.timing ?? LEASE_TIMING;
    this.heldUntil = takenAt;
    this.extendLease(currentFence, takenAt);
  }

  get fence(): number {
    return this.currentFence;
  }

  /** Aborted when the lease is lost or given up. */
  get signal(): AbortSignal {
    return this.end.signal;
  }

  isHeld(): boolean {
    return !this.end.signal.aborted && readClockIncludingSleep() < this.heldUntil;
  }

  /** Renews the lease at intervals until it is lost or given up. */
  async keepRenewed(): Promise<void> {
    let waitMs = this.timing.renewMs;
    while (!this.end.signal.aborted) {
      await pause(waitMs, this.end.signal);
      if (this.end.signal.aborted) return;
      const renewed = await this.renewLease();
      waitMs = renewed ? this.timing.renewMs : this.timing.renewMs / 5;
    }
  }

  async confirmLease(): Promise<void> {
    await this.renewLease();
  }

  /** Ends the lease in the process only; the backend's lease expires by itself. */
  loseLease(reason: string): void {
    if (this.end.signal.aborted) return;
    clearTimeout(this.deadline);
    this.deps.logger.info('lease ended', { reason });
    this.end.abort();
  }

  private async renewLease(): Promise<boolean> {
    const askedAt = readClockIncludingSleep();
    try {
      const { shop, instanceId, takeId, readState } = this.deps;
      const body = { instanceId, takeId, fence: this.currentFence, ...readState?.() };
      const { fence } = await shop.call(leaseCalls.takeLease, { body, signal: this.end.signal });
      passFailpoint('bot.renewed');
      if (!this.end.signal.aborted) this.extendLease(fence, askedAt);
      return true;
    } catch (error) {
      if (hasCode(error, 'LEASE_TAKEN')) {
        if (!this.end.signal.aborted) this.deps.onLeaseTaken?.();
        this.loseLease('another bot holds it');
      } else this.logOnce(reasonOf(error));
      return false;
    }
  }

  private logOnce(reason: string): void {
    if (this.end.signal.aborted || reason === this.lastFailure) return;
    this.deps.logger.warn('lease not renewed, tried again', { reason });
    this.lastFailure = reason;
  }

  /** Extends the lease, counted from the start of its call, since answers may arrive late and out of order. */
  private extendLease(fence: number, takenAt: number): void {
    this.currentFence = Math.max(this.currentFence, fence);
    this.lastFailure = '';
    this.heldUntil = Math.max(this.heldUntil, takenAt + this.timing.validMs - this.timing.marginMs);
    clearTimeout(this.deadline);
    this.deadline = setTimeout(
      () => this.loseLease('not renewed in time'),
      this.heldUntil - readClockIncludingSleep(),
    );
  }
}

/** Acquires the lease, with retries until the backend grants it. @returns undefined when aborted */
export async function acquireLease(deps: LeaseDeps, signal: AbortSignal): Promise<Lease | undefined> {
  const { renewMs } = deps.timing ?? LEASE_TIMING;
  const backoff = new Backoff({ firstMs: renewMs / 10, maxMs: renewMs });
  let lastReason = '';
  while (!signal.aborted) {
    const askedAt = readClockIncludingSleep();
    try {
      const { shop, instanceId, takeId, lastFence, readState } = deps;
      const body = { instanceId, takeId, fence: lastFence, ...readState?.() };
      const { fence, session } = await shop.call(leaseCalls.takeLease, { body, signal });
      return new Lease(deps, fence, askedAt, session ?? null);
    } catch (error) {
      if (signal.aborted) break;
      const taken = hasCode(error, 'LEASE_TAKEN');
      if (taken) deps.onLeaseTaken?.();
      const reason = taken ? 'another bot holds it' : reasonOf(error);
      if (reason !== lastReason) deps.logger.info('waiting for the lease', { reason });
      lastReason = reason;
      await pause(taken ? renewMs / 2 : backoff.nextWaitMs(), signal);
    }
  }
  return undefined;
}
