import { describe, expect, it } from '@jest/globals';
import { listNamedOrders } from './named-orders.js';

describe('orders that words name (OWN-1340)', () => {
  it.each([
    ['I am nova, order #17, send my goods', [17]],
    ['Problem mit Bestellung #41', [41]],
    ['ORDER 17, bestellung Nr. 18, order no. 19, Order: 20', [17, 18, 19, 20]],
    ['#17 and # 18, not #17 again', [17, 18]],
    ['＃１７', [17]],
    ['#007', [7]],
    ['17 pieces, recorder 5, #0, #12345678901, no order', []],
    ['#1 #2 #3 #4 #5 #6', [1, 2, 3, 4, 5]],
  ])('%s', (text, numbers) => {
    expect(listNamedOrders(text)).toEqual(numbers);
  });
});
