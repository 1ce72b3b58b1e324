import { describe, expect, it } from '@jest/globals';
import {
  ACTIVE_STATUSES,
  legalMoves,
  ORDER_MOVES,
  ORDER_STATUSES,
  ORDER_TABLE,
  PAYMENT_STATUSES,
  type OrderStatus,
} from './order-states.js';

const FINAL: readonly OrderStatus[] = ['cancelled', 'archived'];

describe('moves of an order', () => {
  it('are those of the table and no others (OWN-92)', () => {
    expect(Object.fromEntries(ORDER_STATUSES.map((status) => [status, legalMoves(status)]))).toEqual({
      pending: ['process', 'complete', 'cancel'],
      processing: ['release', 'complete', 'cancel'],
      completed: ['archive'],
      cancelled: [],
      archived: [],
    });
  });

  it.each([
    ['process', 'processing'],
    ['release', 'pending'],
    ['complete', 'completed'],
    ['archive', 'archived'],
    ['cancel', 'cancelled'],
  ] as const)('%s leads to %s (OWN-92)', (move, to) => {
    expect(ORDER_TABLE[move].to).toBe(to);
  });

  it.each(['paid', 'partly_refunded', 'disputed'] as const)('of a %s order are all of them', (payment) => {
    for (const status of ORDER_STATUSES) expect(legalMoves(status, payment)).toEqual(legalMoves(status));
    expect(legalMoves('pending', payment)).toContain('complete');
  });

  it.each(['unconfirmed', 'refunded', 'lost', 'void'] as const)(
    'of an order that is %s are all but completing it',
    (payment) => {
      for (const status of ORDER_STATUSES)
        expect(legalMoves(status, payment)).toEqual(legalMoves(status).filter((move) => move !== 'complete'));
      expect(legalMoves('pending', payment)).not.toContain('complete');
    },
  );

  it('leave no order stuck but a cancelled or archived one, whatever its payment', () => {
    const stuck = ORDER_STATUSES.flatMap((status) =>
      PAYMENT_STATUSES.filter((payment) => legalMoves(status, payment).length === 0).map(() => status),
    );
    expect([...new Set(stuck)]).toEqual(FINAL);
    expect(stuck).toHaveLength(FINAL.length * PAYMENT_STATUSES.length);
  });

  it('reach every status from pending', () => {
    const reached = new Set<OrderStatus>(['pending']);
    for (const status of reached) for (const move of legalMoves(status)) reached.add(ORDER_TABLE[move].to);
    expect([...reached].toSorted()).toEqual(ORDER_STATUSES.toSorted());
  });

  it('never leave a status for itself', () => {
    expect(ORDER_MOVES.filter((move) => ORDER_TABLE[move].from.includes(ORDER_TABLE[move].to))).toEqual([]);
  });
});

describe('the lists', () => {
  it('show cancelled and archived orders in the archive, all others as active', () => {
    expect(ORDER_STATUSES.filter((status) => !ACTIVE_STATUSES.includes(status))).toEqual(FINAL);
  });

  it('know the seven payment statuses (OWN-91)', () => {
    expect(PAYMENT_STATUSES.toSorted()).toEqual(
      ['paid', 'unconfirmed', 'partly_refunded', 'refunded', 'disputed', 'lost', 'void'].toSorted(),
    );
  });
});
