import { describe, expect, it } from '@jest/globals';
import { FaultRegistry } from './faults.js';

describe('FaultRegistry', () => {
  it('applies faults in the order they were armed and as often as they were armed for', () => {
    const registry = new FaultRegistry();
    registry.arm({ faultPoint: 'stripe.api', fault: { kind: 'cut' }, times: 2 });
    registry.arm({ faultPoint: 'stripe.api', fault: { kind: 'fail', status: 500 } });
    const played = [1, 2, 3, 4].map(() => registry.takeNext('stripe.api', 'POST /v1/refunds')?.kind);
    expect(played).toEqual(['cut', 'cut', 'fail', undefined]);
  });

  it('keeps a fault for the fault point and route it was armed for', () => {
    const registry = new FaultRegistry();
    registry.arm({ faultPoint: 'stripe.api', match: '/refunds', fault: { kind: 'slow', ms: 5 } });
    expect(registry.takeNext('discord.rest', 'POST /v1/refunds')).toBeUndefined();
    expect(registry.takeNext('stripe.api', 'GET /v1/account')).toBeUndefined();
    expect(registry.takeNext('stripe.api', 'POST /v1/refunds')).toEqual({ kind: 'slow', ms: 5 });
  });

  it('takes a match with a dollar sign as the end of the route', () => {
    const registry = new FaultRegistry();
    registry.arm({ faultPoint: 'stripe.api', match: 'checkout/sessions$', fault: { kind: 'cut' } });
    expect(registry.takeNext('stripe.api', 'POST /v1/checkout/sessions/{id}/expire')).toBeUndefined();
    expect(registry.takeNext('stripe.api', 'POST /v1/checkout/sessions')).toEqual({ kind: 'cut' });
  });

  it('forgets all, one fault point, or one fault', () => {
    const registry = new FaultRegistry();
    const first = registry.arm({ faultPoint: 'stripe.api', fault: { kind: 'cut' } });
    registry.arm({ faultPoint: 'stripe.api', fault: { kind: 'reorder' } });
    registry.arm({ faultPoint: 'discord.gateway', fault: { kind: 'cut' } });
    registry.clear(first.id);
    expect(registry.list('stripe.api').map((one) => one.fault.kind)).toEqual(['reorder']);
    registry.clear('stripe.api');
    expect(registry.list().map((one) => one.faultPoint)).toEqual(['discord.gateway']);
    registry.clear();
    expect(registry.list()).toEqual([]);
  });
});
