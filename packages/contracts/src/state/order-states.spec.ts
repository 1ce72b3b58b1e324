import { describe, expect, it } from '@jest/globals';
import {
  ACTIVE_STATUSES,
  listLegalTransitions,
  ORDER_TRANSITIONS,
  ORDER_STATUSES,
  orderStatus,
  ORDER_TRANSITION_TABLE,
  PAYMENT_STATUSES,
  type OrderStatus,
} from './order-states.js';

const FINAL: readonly OrderStatus[] = ['cancelled', 'archived'];

describe('moves of an order', () => {
  it('are those of the table and no others (OWN-92, ADMIN-4.2, ADMIN-4.3)', () => {
    expect(
      Object.fromEntries(ORDER_STATUSES.map((status) => [status, listLegalTransitions(status)])),
    ).toEqual({
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
    expect(ORDER_TRANSITION_TABLE[move].to).toBe(to);
  });

  it.each(['paid', 'partly_refunded', 'disputed'] as const)('of a %s order are all of them', (payment) => {
    for (const status of ORDER_STATUSES)
      expect(listLegalTransitions(status, payment)).toEqual(listLegalTransitions(status));
    expect(listLegalTransitions('pending', payment)).toContain('complete');
  });

  it.each(['unconfirmed', 'refunded', 'lost', 'void'] as const)(
    'of an order that is %s are all but completing it (ADMIN-4.2)',
    (payment) => {
      for (const status of ORDER_STATUSES)
        expect(listLegalTransitions(status, payment)).toEqual(
          listLegalTransitions(status).filter((move) => move !== 'complete'),
        );
      expect(listLegalTransitions('pending', payment)).not.toContain('complete');
    },
  );

  it('leave no order stuck but a cancelled or archived one, whatever its payment', () => {
    const stuck = ORDER_STATUSES.flatMap((status) =>
      PAYMENT_STATUSES.filter((payment) => listLegalTransitions(status, payment).length === 0).map(
        () => status,
      ),
    );
    expect([...new Set(stuck)]).toEqual(FINAL);
    expect(stuck).toHaveLength(FINAL.length * PAYMENT_STATUSES.length);
  });

  it('know five statuses and no other (ADMIN-4.1)', () => {
    const known = ['pending', 'processing', 'completed', 'cancelled', 'archived'];
    expect(orderStatus.options.toSorted()).toEqual(known.toSorted());
    for (const other of ['gone', 'Pending', '', null])
      expect(orderStatus.safeParse(other).success).toBe(false);
  });

  it('reach every status from pending', () => {
    const reached = new Set<OrderStatus>(['pending']);
    for (const status of reached)
      for (const move of listLegalTransitions(status)) reached.add(ORDER_TRANSITION_TABLE[move].to);
    expect([...reached].toSorted()).toEqual(ORDER_STATUSES.toSorted());
  });

  it('never leave a status for itself', () => {
    expect(
      ORDER_TRANSITIONS.filter((move) =>
        ORDER_TRANSITION_TABLE[move].from.includes(ORDER_TRANSITION_TABLE[move].to),
      ),
    ).toEqual([]);
  });
});

describe('the lists', () => {
  it('show cancelled and archived orders in the archive, all others as active', () => {
    expect(ORDER_STATUSES.filter((status) => !ACTIVE_STATUSES.includes(status))).toEqual(FINAL);
  });

  it('know the seven payment statuses', () => {
    expect(PAYMENT_STATUSES.toSorted()).toEqual(
      ['paid', 'unconfirmed', 'partly_refunded', 'refunded', 'disputed', 'lost', 'void'].toSorted(),
    );
  });
});
