import { describe, expect, it } from '@jest/globals';
import { policyFault } from './eviction-policy.js';

describe('the policy of a full Redis', () => {
  it('is at fault when it throws keys away', () => {
    expect(policyFault('allkeys-lru')).toContain('allkeys-lru');
    expect(policyFault('noeviction')).toBeUndefined();
  });

  it('is taken as good when Redis does not tell it', () => {
    expect(policyFault(undefined)).toBeUndefined();
  });
});
