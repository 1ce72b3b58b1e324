import { describe, expect, it } from '@jest/globals';
import { ORDER_STATUSES } from '@pax/contracts';
import { order } from '../../../test/order-lists';
import { quickTransitionsOf, rowTransitionsOf, allowedTransitionsOf } from './pending-transitions';

describe('the steps on offer', () => {
  it('are those of the state table without cancelling (ADMIN-2.22)', () => {
    expect(ORDER_STATUSES.map((status) => [status, allowedTransitionsOf(order({ status }))])).toEqual([
      ['pending', ['process', 'complete']],
      ['processing', ['release', 'complete']],
      ['completed', ['archive']],
      ['cancelled', []],
      ['archived', []],
    ]);
  });

  it('leave completing out while the payment is unconfirmed, and by key or for several orders taking too', () => {
    const unpaid = order({ paymentStatus: 'unconfirmed' });
    expect(allowedTransitionsOf(unpaid)).toEqual(['process']);
    expect(quickTransitionsOf(unpaid)).toEqual([]);
    expect(rowTransitionsOf(unpaid)).toEqual([]);
    const taken = order({ paymentStatus: 'unconfirmed', status: 'processing' });
    expect(quickTransitionsOf(taken)).toEqual(['release']);
    expect(rowTransitionsOf(taken)).toEqual([]);
  });
});
