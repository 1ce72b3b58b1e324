import { describe, expect, it } from '@jest/globals';
import { policyFault } from './redis-store.js';

describe('policyFault', () => {
  it('reports a policy that evicts keys', () => {
    expect(policyFault('allkeys-lru')).toContain('allkeys-lru');
    expect(policyFault('noeviction')).toBeUndefined();
  });

  it('accepts a Redis that does not report its policy', () => {
    expect(policyFault(undefined)).toBeUndefined();
  });
});
