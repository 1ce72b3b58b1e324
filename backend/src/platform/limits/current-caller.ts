import type { QueueCaller } from '../fair-queue.js';
import { currentRequest } from '../http/correlation.js';
import { addressKey, networkKey } from './address.js';

/**
 * The caller of the current work as fair queues take it, from the network down to the account. Jobs, providers and the
 * bot are known callers: they act for everybody, from few addresses, and would wait behind each of many buyers.
 */
export function currentCaller(): QueueCaller {
  const request = currentRequest();
  if (!request) return { path: ['shop'], isKnown: true };
  const { ip, actor, routeOptions } = request;
  const access = routeOptions.config.declared?.access;
  return {
    path: [networkKey(ip), addressKey(ip), actor ? `account ${actor.userId}` : 'visitors'],
    isKnown: access === 'provider' || access === 'bot',
  };
}
