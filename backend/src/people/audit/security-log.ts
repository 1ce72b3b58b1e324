import type { LimitRule } from '@pax/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { addressHash } from '../../platform/limits/address.js';
import { Limits } from '../../platform/limits/limits.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { audit, type AuditEntry } from './audit.js';

/** Limits of audit rows and posts, so that a flood of refused calls fills neither table nor channel. */
const ROWS: LimitRule = { name: 'security-row', points: 20, windowMs: 15 * 60_000 };
const ALERTS: LimitRule = { name: 'security-alert', points: 1, windowMs: 15 * 60_000 };

export interface SecurityEvent extends Omit<AuditEntry, 'addressHash'> {
  address: string;
  /** Title of the post in the error channel; without one nothing is posted. */
  alert?: string;
  /** Key under which rows are limited, where several acts share an action; takes few values. */
  rowLimitKey?: string;
}

/** Audit rows and posts about refused calls. */
@Injectable()
export class SecurityLog {
  constructor(
    private readonly transactions: Transactions,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Keyed hash of an address, as audit rows keep it. */
  hash(address: string): string {
    return addressHash(this.settings.sessionSecret, address);
  }

  /** Writes the row and the post in the caller's transaction, without a limit of its own. */
  async write(tx: Tx, { address, alert, ...entry }: SecurityEvent): Promise<void> {
    const hash = this.hash(address);
    await audit(tx, { ...entry, addressHash: hash });
    if (alert === undefined) return;
    const detail = `${entry.action} · ${entry.actor} · ${entry.subject} · address ${hash.slice(0, 8)}`;
    raiseAlert(tx, { kind: 'security', title: alert, detail, isFoldable: true });
  }

  /** Records what happened, in a transaction of its own. */
  async record(event: SecurityEvent): Promise<void> {
    await this.transactions.run((tx) => this.write(tx, event));
  }

  /** Records a refused call: per actor and act at most 20 rows, per actor and action one post in 15 minutes. */
  async recordRefusal({ rowLimitKey: rowsOf = '', ...event }: SecurityEvent): Promise<void> {
    const key = `${event.action}:${event.actor === 'visitor' ? this.hash(event.address) : event.actor}`;
    if (!(await this.limits.allows(ROWS, `${key}:${rowsOf}`))) return;
    const alert =
      event.alert !== undefined && (await this.limits.allows(ALERTS, key)) ? event.alert : undefined;
    await this.record({ ...event, alert });
  }
}
