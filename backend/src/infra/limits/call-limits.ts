import type { CallBounds } from '@pax/contracts';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.js';
import type { IncomingHttpHeaders } from 'node:http';
import { addressHash } from './address.js';
import type { Limits } from './limits.js';
import { UploadPlaces } from './upload-places.js';

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
  const places = new UploadPlaces();
  fastify.addHook('onRequest', async ({ ip, routeOptions, headers }, { raw: answer }) => {
    const { perAddress, kibPerAddress, upload, bodyLimit = BODY_BYTES } = routeOptions.config;
    if (!perAddress && !kibPerAddress && !upload) return;
    const address = addressHash(sessionSecret, ip);
    if (perAddress) await limits.take(perAddress, address);
    const bytes = lengthOf(headers) ?? bodyLimit;
    // A larger one is refused by its length, and read by nobody.
    if (kibPerAddress && bytes <= bodyLimit)
      await limits.take(kibPerAddress, address, Math.ceil(bytes / 1024));
    if (upload) places.take(address, answer);
  });
}

/** The declared length of a body, bytes. */
function lengthOf(headers: IncomingHttpHeaders): number | undefined {
  const declared = headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}
