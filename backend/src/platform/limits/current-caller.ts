import type { QueueCaller } from '../fair-queue.js';
import { currentRequest } from '../http/request-context.js';
import { addressKey, networkKey } from './address-keys.js';

/**
 * The caller of the current work for fair queues, from network to account. Jobs, providers and the bot count as
 * known callers, because they act for many people from few addresses.
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
