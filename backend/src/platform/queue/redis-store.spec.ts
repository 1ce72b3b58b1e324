import { describe, expect, it } from '@jest/globals';
import { describePolicyFault } from './redis-store.js';

describe('policyFault', () => {
  it('reports a policy that evicts keys', () => {
    expect(describePolicyFault('allkeys-lru')).toContain('allkeys-lru');
    expect(describePolicyFault('noeviction')).toBeUndefined();
  });

  it('accepts a Redis that does not report its policy', () => {
    expect(describePolicyFault(undefined)).toBeUndefined();
  });
});
