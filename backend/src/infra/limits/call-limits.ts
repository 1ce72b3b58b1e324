import type { CallBounds } from '@pax/contracts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.js';
import { addressHash } from './address.js';
import type { Limits } from './limits.js';

/** What a body may hold unless its call declares more, bytes: more than any form of ours. */
export const BODY_BYTES = 16 * 1024;

declare module 'fastify' {
  // Nest hands a route's declaration on as this.
  interface FastifyContextConfig extends CallBounds {}
}

/** Makes every call keep what it declares (OWN-381, OWN-382). To be called before the first route is registered. */
export function keepCallLimits(
  fastify: FastifyInstance,
  limits: Limits,
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
): void {
  fastify.addHook('onRoute', (route) => {
    const bodyLimit = route.config?.bodyLimit;
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
  fastify.addHook('onRequest', async ({ ip, routeOptions }) => {
    const { perAddress } = routeOptions.config;
    if (perAddress) await limits.take(perAddress, addressHash(sessionSecret, ip));
  });
}
