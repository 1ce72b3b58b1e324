import { Injectable } from '@nestjs/common';
import {
  orderMove,
  orderStatus,
  type EventType,
  type OrderMove,
  type StaffOrder as WireOrder,
  type UndoOrderRequest,
  type UndoRefusal,
} from '@pax/contracts';
import { z } from 'zod';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import { readLatestAct } from '../../people/audit/audit.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { appendEvent, holdEvents } from '../../platform/outbox/outbox.js';
import { deleteUndoneAct, lockAct, putBackAct, type TakenAct } from '../../platform/outbox/undoable-acts.js';
import { ShopError } from '../../platform/shop-error.js';
import { recordTransition } from '../orders/change-order-status.js';
import { assertNotOwnOrder, lockOrder, orderThing } from '../orders/find-orders.js';
import type { Order } from '../orders/order.entity.js';
import { readWireOrder } from '../orders/order.mapper.js';
import { auditStaffAction } from '../orders/order-reasons.js';

export interface UndoOrderActInput extends UndoOrderRequest, StaffActor {
  orderId: number;
}

type Reverse = { act: 'process' | 'release' | 'reopen'; type: EventType };

const REVERSES: Readonly<Record<`order.${OrderMove}`, Reverse>> = {
  'order.process': { act: 'release', type: 'order.released' },
  'order.release': { act: 'process', type: 'order.processing' },
  'order.complete': { act: 'reopen', type: 'order.reopened' },
  'order.archive': { act: 'reopen', type: 'order.unarchived' },
};

/** Schema of an act on an order: its move, and the order before it. */
const orderAct = z.object({
  act: z.templateLiteral(['order.', orderMove]),
  before: z.object({
    status: orderStatus,
    processedBy: z.string().nullable(),
    /** The waiting taking that a hand-back set aside. */
    taking: z.record(z.string(), z.json()).optional(),
  }),
});

/** Takes back the move of an order within the undo time, by an act of its own. */
@Injectable()
export class UndoOrderAct {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly accounts: AccountsQueries,
  ) {}

  /**
   * @throws ShopError NOT_FOUND, WITHDRAWN, OWN_ORDER; FORBIDDEN for the act of somebody else, unless an admin takes it
   * back; UNDO_OVER for a version of no act, or once the undo time is over; STALE with what happened to the order since
   */
  execute({ orderId, version, actor, role }: UndoOrderActInput): Promise<WireOrder> {
    return this.transactions.run(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const thing = orderThing(orderId);
      const taken = await lockAct(tx, { thing, version, actor, role });
      if (!taken) throw undoOver(order);
      // The buyer's confirmation of a delivery does not change the order's version.
      const isConfirmed = taken.act === 'order.complete' && order.receivedAt !== null;
      if (order.version !== version || isConfirmed) throw await this.staleError(tx, order, taken);
      const {
        act,
        before: { taking, ...before },
      } = orderAct.parse(taken);
      // The end of a dispute books the earnings of a delivered order without a change of the order.
      if (act === 'order.complete' && order.earnings === 'booked') throw undoOver(order);
      const reverse = REVERSES[act];
      const action = `order.${reverse.act}`;
      await assertNotOwnOrder(tx, this.departed, {
        actor,
        role,
        userId: order.userId,
        subject: thing,
        action,
      });
      const from = order.status;
      Object.assign(order, before);
      if (act === 'order.complete') order.completedAt = null;
      if (act === 'order.archive') order.archivedAt = null;
      order.version += 1;
      await tx.save(order);
      await recordTransition(tx, order, from, actor);
      await deleteUndoneAct(tx, { id: taken.id, thing, version, newVersion: order.version });
      if (taking) await putBackAct(tx, taking, order.version);
      // Told of the first taking already, the buyer is not told of it again.
      if (act === 'order.release') holdEvents(tx);
      const aggregate = { aggregate: 'order', aggregateId: String(orderId), version: order.version } as const;
      appendEvent(tx, { type: reverse.type, ...aggregate });
      await auditStaffAction(tx, { actor, act: reverse.act, orderId, detail: { undone: act } });
      const answer = await readWireOrder(tx, orderId);
      if (!answer) throw new ShopError('NOT_FOUND', 'There is no such order.');
      return answer;
    });
  }

  private async staleError(tx: Tx, order: Order, { act, actor }: TakenAct): Promise<ShopError> {
    const latest = await readLatestAct(tx, orderThing(order.id));
    // An undo moved this act along, so that something without an audit row moved the order on since.
    const isOther =
      latest !== undefined && !latest.isUndo && (latest.action !== act || latest.actor !== actor);
    const names = isOther ? await this.accounts.readActorNames([latest.actor]) : undefined;
    const moved = isOther
      ? { moved: { action: latest.action, actor: names?.get(latest.actor) ?? latest.actor } }
      : {};
    return refusal('STALE', 'Somebody changed this order in the meantime.', {
      ...currentOf(order),
      ...moved,
    });
  }
}

const currentOf = ({ status, version }: Order): UndoRefusal => ({ current: { status, version } });

const undoOver = (order: Order): ShopError =>
  refusal('UNDO_OVER', 'The time to take this back is over.', currentOf(order));

const refusal = (code: 'STALE' | 'UNDO_OVER', message: string, details: UndoRefusal): ShopError =>
  new ShopError(code, message, { ...details });
