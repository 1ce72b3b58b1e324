import type { CallBounds } from '@pax/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeclaredAccess } from '../calls/access.js';
import { assertUploadType } from '../http/request-checks.js';
import { answerMalformed } from '../http/malformed-requests.js';
import type { Settings } from '../../settings.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { addressHash } from './address-keys.js';
import type { RateLimiter } from './rate-limiter.js';
import { type UploadCaller, UploadPlaces } from './upload-places.js';

/** Limit of a body for calls that declare none, bytes; more than any form of the shop sends. */
export const BODY_BYTES = 16 * 1024;

declare module 'fastify' {
  // Config of a route, in which Nest passes what the route declares.
  interface FastifyContextConfig extends CallBounds {
    /** The callers that the route accepts. */
    declared?: DeclaredAccess;
  }
}

/**
 * Checks whether the caller may use a route, and stores on the request who the caller is.
 * @throws ShopError as AccessGuard says
 */
type CheckAccess = (
  declared: DeclaredAccess,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/**
 * Enforces the limits that API calls declare. The sender of a file is identified before any of the file is read.
 * Call before the first route is registered.
 */
export function enforceCallLimits(
  fastify: FastifyInstance,
  limits: RateLimiter,
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
    // Counts only bodies within the size limit; a larger one is refused by its length, before it is read.
    if (kibPerAddress && bytes <= bodyLimit)
      await limits.take(kibPerAddress, address, Math.ceil(bytes / 1024));
    if (!upload) return;
    const { actor } = request;
    places.takeUploadPlace(uploadCallerFor(declared, actor?.userId, address), request.raw, reply.raw);
    closeSlowUpload(request.raw);
  });
}

/**
 * Finds the group and key under which an upload is counted. Panel calls, accounts and visitors are separate groups,
 * so that none can block another.
 */
function uploadCallerFor(
  declared: DeclaredAccess | undefined,
  userId: number | undefined,
  address: string,
): UploadCaller {
  if (userId === undefined) return { kind: 'visitor', key: address, address };
  return { kind: declared?.access === 'public' ? 'account' : 'staff', key: String(userId), address };
}

/** The length of a body according to its header, bytes. */
function declaredLength(headers: IncomingHttpHeaders): number | undefined {
  const declared = headers['content-length'];
  return declared === undefined ? undefined : Number(declared);
}

/** Time at the start of an upload in which it may be slow, ms. */
const GRACE_MS = 4_000;
/** Average speed that an upload needs after that time, bytes a second; a poor mobile line is faster. */
const BYTES_PER_SECOND = 16 * 1024;
const EVERY_MS = 250;

/** Closes the connection of an upload that is too slow, because the upload would occupy a place all that time. */
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
