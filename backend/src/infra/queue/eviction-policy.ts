import type { Redis } from 'ioredis';

const SAFE_POLICY = 'noeviction';

/**
 * Reads maxmemory-policy from Redis; undefined when it is not reported. Any policy but `noeviction` may evict queue
 * keys and lose jobs.
 */
export async function evictionPolicy(redis: Redis): Promise<string | undefined> {
  const report = await redis.info('memory');
  return /^maxmemory_policy:(\S+)/m.exec(report)?.[1];
}

/** Describes the fault of a policy; undefined when there is none. */
export function policyFault(policy: string | undefined): string | undefined {
  if (policy === undefined || policy === SAFE_POLICY) return undefined;
  return `The queue's Redis has maxmemory-policy ${policy} and may evict jobs. Set it to ${SAFE_POLICY}.`;
}
