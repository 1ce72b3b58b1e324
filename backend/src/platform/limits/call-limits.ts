import type { CallBounds } from '@pax/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeclaredAccess } from '../calls/access.js';
import { assertUploadType, answerMalformed } from '../http/input.js';
import type { Settings } from '../../settings.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { addressHash } from './address.js';
import type { Limits } from './limits.js';
import { type UploadCaller, UploadPlaces } from './upload-places.js';

/** Body limit of calls that declare no other, bytes: more than any form of the shop. */
export const BODY_BYTES = 16 * 1024;

declare module 'fastify' {
  // Nest passes a route's declaration as this config.
  interface FastifyContextConfig extends CallBounds {
    /** The callers that the route admits. */
    declared?: DeclaredAccess;
  }
}

/** Decides whether somebody may call a route, and notes who it is. @throws ShopError as AccessGuard says */
type CheckAccess = (
  declared: DeclaredAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/**
 * Enforces the limits that calls declare. Who sends a file is known before any of it is read.
 * Call it before the first route is registered.
 */
export function enforceCallLimits(
  fastify: FastifyInstance,
  limits: Limits,
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
  checkAccess: CheckAccess,
): void {
  fastify.addHook('onRoute', (route) => {
    const bodyLimit = route.config?.bodyLimit;
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
  });
  const places = new UploadPlaces();
  fastify.addHook('onRequest', async (request, reply) => {
    const { ip, routeOptions, headers } = request;
    const { perAddress, kibPerAddress, upload, declared, bodyLimit = BODY_BYTES } = routeOptions.config;
    if (!perAddress && !kibPerAddress && !upload) return;
    const address = addressHash(sessionSecret, ip);
    if (perAddress) await limits.take(perAddress, address);
    if (upload && declared) await checkAccess(declared, request, reply);
    if (upload) assertUploadType(headers['content-type'], upload);
    const bytes = declaredLength(headers) ?? bodyLimit;
    // A larger body is refused by its length, before it is read.
    if (kibPerAddress && bytes <= bodyLimit)
      await limits.take(kibPerAddress, address, Math.ceil(bytes / 1024));
    if (!upload) return;
    const { actor } = request;
    places.take(uploadCallerFor(declared, actor?.userId, address), request.raw, reply.raw);
    closeSlowUpload(request.raw);
  });
}

/** Chooses the place of an upload: calls of the panel, accounts and visitors leave room for each other. */
function uploadCallerFor(
  declared: DeclaredAccess | undefined,
  userId: number | undefined,
  address: string,
): UploadCaller {
  if (userId === undefined) return { kind: 'visitor', key: address };
  return { kind: declared?.access === 'public' ? 'account' : 'staff', key: String(userId) };
}

/** The declared length of a body, bytes. */
function declaredLength(headers: IncomingHttpHeaders): number | undefined {
  const declared = headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}

/** How long a body may begin slowly, ms. */
const GRACE_MS = 4_000;
/** Bytes a second that a body has to bring on average after that; a poor mobile line brings more. */
const BYTES_PER_SECOND = 16 * 1024;
const EVERY_MS = 250;

/** Ends the connection of a body that comes too slowly, which would hold a place for as long as a call may take. */
export function closeSlowUpload(request: IncomingMessage): void {
  const { socket } = request;
  const startedAt = performance.now();
  const before = socket.bytesRead;
  const watch = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(watch);
    const ms = performance.now() - startedAt;
    if (ms < GRACE_MS || ((socket.bytesRead - before) * 1000) / ms >= BYTES_PER_SECOND) return undefined;
    clearInterval(watch);
    answerMalformed({}, socket);
    return undefined;
  }, EVERY_MS);
  watch.unref();
}
