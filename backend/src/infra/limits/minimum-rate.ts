import type { IncomingMessage } from 'node:http';
import { answerMalformed } from '../../common/http/malformed.js';

/** How long a body may begin slowly, ms. */
const GRACE_MS = 4_000;
/** Bytes a second that a body has to bring on average after that; a poor mobile line brings more. */
const BYTES_PER_SECOND = 16 * 1024;
const EVERY_MS = 250;

/** Ends the connection of a body that comes too slowly, which would hold a place for as long as a call may take. */
export function endWhenSlow(request: IncomingMessage): void {
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
