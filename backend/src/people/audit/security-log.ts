import type { LimitRule } from '@pax/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { addressHash } from '../../platform/limits/address-keys.js';
import { RateLimiter } from '../../platform/limits/rate-limiter.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { writeAuditRow, type AuditEntry } from './audit.js';

/**
 * Limits of audit rows and posts about refused calls, so that a flood of calls fills neither table nor
 * channel.
 */
const ROWS: LimitRule = { name: 'security-row', points: 20, windowMs: 15 * 60_000 };
const ALERTS: LimitRule = { name: 'security-alert', points: 1, windowMs: 15 * 60_000 };

export interface SecurityEvent extends Omit<AuditEntry, 'addressHash'> {
  address: string;
  /** Title of the post in the staff's error channel; without a title nothing is posted. */
  alert?: string;
  /** Key by which audit rows are limited when several refusals share an action; it must take few values. */
  rowLimitKey?: string;
}

/** Writes audit rows and alert posts about refused calls. */
@Injectable()
export class SecurityLog {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: RateLimiter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Keyed hash of a network address, as audit rows store it. */
  hashAddress(address: string): string {
    return addressHash(this.settings.sessionSecret, address);
  }

  /** Writes the audit row and the alert post in the caller's transaction, without a rate limit. */
  async writeEvent(tx: Tx, { address, alert, ...entry }: SecurityEvent): Promise<void> {
    const hash = this.hashAddress(address);
    await writeAuditRow(tx, { ...entry, addressHash: hash });
    if (alert === undefined) return;
    const detail = `${entry.action} · ${entry.actor} · ${entry.subject} · address ${hash.slice(0, 8)}`;
    raiseAlert(tx, { kind: 'security', title: alert, detail, isFoldable: true });
  }

  /** Records a security event in a transaction of its own. */
  async recordEvent(event: SecurityEvent): Promise<void> {
    await this.transactions.run((tx) => this.writeEvent(tx, event));
  }

  /**
   * Records a refused call: at most 20 rows per actor and call, and one post per actor and action in 15
   * minutes.
   */
  async recordRefusal({ rowLimitKey: rowsOf = '', ...event }: SecurityEvent): Promise<void> {
    const key = `${event.action}:${event.actor === 'visitor' ? this.hashAddress(event.address) : event.actor}`;
    if (!(await this.limits.allowsAttempt(ROWS, `${key}:${rowsOf}`))) return;
    const alert =
      event.alert !== undefined && (await this.limits.allowsAttempt(ALERTS, key)) ? event.alert : undefined;
    await this.recordEvent({ ...event, alert });
  }
}
