import { describe, expect, it } from '@jest/globals';
import type { Order } from '@pax/contracts';
import { deliveryStageOf } from './delivery-stage';

describe('the stage of a delivery', () => {
  const of = (status: Order['status']) => ({ status });
  it.each([
    ['open', [], 'confirming'],
    ['paid', [], 'paid'],
    ['paid', ['pending', 'pending'], 'paid'],
    ['paid', ['pending', 'processing'], 'taken'],
    ['paid', ['completed', 'pending'], 'taken'],
    ['paid', ['completed', 'archived'], 'delivered'],
    ['paid', ['completed', 'cancelled'], 'delivered'],
    ['refunded', ['cancelled'], 'cancelled'],
  ] as const)('%s with %s is %s', (state, statuses, stage) => {
    expect(deliveryStageOf(state, statuses.map(of))).toBe(stage);
  });
});
