import { describe, expect, it } from '@jest/globals';
import { FaultBook } from './fault-book.js';

describe('FaultBook', () => {
  it('plays faults in the order they were armed and as often as they were armed for', () => {
    const book = new FaultBook();
    book.arm({ room: 'stripe.api', fault: { kind: 'cut' }, times: 2 });
    book.arm({ room: 'stripe.api', fault: { kind: 'fail', status: 500 } });
    const played = [1, 2, 3, 4].map(() => book.next('stripe.api', 'POST /v1/refunds')?.kind);
    expect(played).toEqual(['cut', 'cut', 'fail', undefined]);
  });

  it('keeps a fault for the room and route it was armed for', () => {
    const book = new FaultBook();
    book.arm({ room: 'stripe.api', match: '/refunds', fault: { kind: 'slow', ms: 5 } });
    expect(book.next('discord.rest', 'POST /v1/refunds')).toBeUndefined();
    expect(book.next('stripe.api', 'GET /v1/account')).toBeUndefined();
    expect(book.next('stripe.api', 'POST /v1/refunds')).toEqual({ kind: 'slow', ms: 5 });
  });

  it('takes a match with a dollar sign as the end of the route', () => {
    const book = new FaultBook();
    book.arm({ room: 'stripe.api', match: 'checkout/sessions$', fault: { kind: 'cut' } });
    expect(book.next('stripe.api', 'POST /v1/checkout/sessions/{id}/expire')).toBeUndefined();
    expect(book.next('stripe.api', 'POST /v1/checkout/sessions')).toEqual({ kind: 'cut' });
  });

  it('forgets all, one room, or one fault', () => {
    const book = new FaultBook();
    const first = book.arm({ room: 'stripe.api', fault: { kind: 'cut' } });
    book.arm({ room: 'stripe.api', fault: { kind: 'reorder' } });
    book.arm({ room: 'discord.gateway', fault: { kind: 'cut' } });
    book.clear(first.id);
    expect(book.list('stripe.api').map((one) => one.fault.kind)).toEqual(['reorder']);
    book.clear('stripe.api');
    expect(book.list().map((one) => one.room)).toEqual(['discord.gateway']);
    book.clear();
    expect(book.list()).toEqual([]);
  });
});
