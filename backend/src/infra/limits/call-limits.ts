import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.js';
import { addressHash } from './address.js';
import type { LimitRule, Limits } from './limits.js';

/** What a body may hold unless its call declares more, bytes: more than any form of ours. */
export const BODY_BYTES = 16 * 1024;

interface Bounds {
  /** The largest body, bytes; `BODY_BYTES` unless given. */
  bodyLimit?: number;
  /** Calls of one address; counted before the body is read, so that one too many costs nothing more. */
  perAddress?: LimitRule;
}

declare module 'fastify' {
  // Nest hands a route's declaration on as this.
  interface FastifyContextConfig extends Bounds {}
}

/** Declares beside a call's access what it takes at most; without it the body is small and nothing is counted. */
export const CallLimits = (bounds: Bounds): MethodDecorator => RouteConfig({ ...bounds });

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
