import { describe, expect, it } from '@jest/globals';
import { ORDER_TRANSITIONS } from '@pax/contracts';
import { orderButtonId, parseButton } from './custom-id.js';

describe('custom ids', () => {
  it.each(ORDER_TRANSITIONS)('reads back what it wrote for %s', (move) => {
    expect(parseButton(orderButtonId(move, 123))).toEqual({ move, orderId: 123 });
  });

  it.each([
    'order:complete',
    'order:explode:1',
    'order:complete:0',
    'order:complete:-1',
    'order:complete:1:2',
    'order:complete:9999999999',
    'ticket:reply:1',
    '',
  ])('takes %j for none of ours', (customId) => {
    expect(parseButton(customId)).toBeUndefined();
  });
});
