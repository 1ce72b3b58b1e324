import type { CallBounds } from '@pax/contracts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.js';
import { addressHash } from './address.js';
import type { Limits } from './limits.js';

/** Body limit of calls that declare no other, bytes: more than any form of the shop. */
export const BODY_BYTES = 16 * 1024;

declare module 'fastify' {
  // Nest passes a route's declaration as this config.
  interface FastifyContextConfig extends CallBounds {}
}

/** Enforces the limits that calls declare (OWN-381, OWN-382). Call it before the first route is registered. */
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
