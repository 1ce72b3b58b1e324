import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Transactions } from '../../platform/database/transaction.js';
import { failpoint } from '../../platform/failpoints.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { OutboxNotifier } from '../../platform/outbox/outbox-notifier.js';
import { endAct, listDueActs, reserveAct, type DueAct } from '../../platform/outbox/undoable-acts.js';
import { lockOrder, orderOfThing } from '../orders/find-orders.js';
import { bookEarnings } from '../orders/points-and-commission.js';

const EVERY_MS = 1_000;
/** Limit of acts that are listed at once. */
const BATCH = 100;

/**
 * Ends the undo time of acts: books what a completed order earns, and lets the relay tell the act. Several processes
 * may run this at once.
 */
@Injectable()
export class SettleActs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly notifier: OutboxNotifier,
  ) {}

  /**
   * Ends all acts whose time is over; one that fails, or waits for an earlier one, does not stop the others.
   * @throws AggregateError
   */
  @Periodic({ name: 'settle-acts', every: EVERY_MS, role: 'worker' })
  async settleDueActs(): Promise<void> {
    const errors: unknown[] = [];
    let due: DueAct[] = [];
    do {
      due = await listDueActs(this.database, { after: due.at(-1)?.id, limit: BATCH });
      const failed = errors.length;
      for (const act of due) await this.settle(act).catch((error: unknown) => errors.push(error));
      if (due.length > errors.length - failed) this.notifier.notifyNow();
    } while (due.length === BATCH);
    if (errors.length > 0) throw new AggregateError(errors, 'Acts could not be settled');
  }

  private settle(due: DueAct): Promise<void> {
    return this.transactions.run(async (tx) => {
      if (!(await reserveAct(tx, due))) return;
      // Locks the order before the act, as taking it back does.
      const order = due.act === 'order.complete' ? await lockOrder(tx, orderOfThing(due.thing)) : undefined;
      if (!(await endAct(tx, due))) return;
      if (order && order.completedAt !== null) {
        await bookEarnings(tx, order);
        await tx.save(order);
      }
      failpoint('act.before-commit');
    });
  }
}
