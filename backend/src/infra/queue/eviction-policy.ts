import type { Redis } from 'ioredis';

const SAFE_POLICY = 'noeviction';

/**
 * What a Redis does when it is full, from its own report; undefined when it does not say. Anything but `noeviction`
 * throws queue keys away and with them the queue's sense.
 */
export async function evictionPolicy(redis: Redis): Promise<string | undefined> {
  const report = await redis.info('memory');
  return /^maxmemory_policy:(\S+)/m.exec(report)?.[1];
}

/** Says what is wrong with a policy, or nothing. */
export function policyFault(policy: string | undefined): string | undefined {
  if (policy === undefined || policy === SAFE_POLICY) return undefined;
  return `the queue's Redis has maxmemory-policy ${policy}; it must be ${SAFE_POLICY}`;
}
