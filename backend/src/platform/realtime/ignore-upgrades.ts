import type { EventEmitter } from 'node:events';
import { IncomingMessage, type ServerResponse } from 'node:http';

const SOCKETS = '/socket.io/';

/**
 * A request that ignores an offer of any protocol but Socket.IO's, as HTTP demands for unknown protocols. Node reads
 * `upgrade` once it has parsed the head, and would otherwise hand over the connection for any offer.
 */
export class ShopRequest extends IncomingMessage {
  /** The parser's finding. It is only declared, since the base class writes it before fields are initialised. */
  declare private offered: boolean | null;

  get upgrade(): boolean {
    return this.offered === true && (this.method === 'CONNECT' || isForSockets(this));
  }

  set upgrade(offered: boolean | null) {
    this.offered = offered;
  }

  /** Tells whether the request offers a protocol that is ignored. */
  get hasIgnoredOffer(): boolean {
    return this.offered === true && !this.upgrade;
  }
}

/**
 * Ends the connection of an ignored offer with its answer, because Node drops what follows such a request in the same
 * packet. Call it after Socket.IO has registered its listener.
 */
export function endIgnoredOffers(server: EventEmitter): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request instanceof ShopRequest && request.hasIgnoredOffer) response.setHeader('connection', 'close');
  });
}

/** Tells whether a request asks for a WebSocket of Socket.IO. */
export function isForSockets({ url = '', headers }: IncomingMessage): boolean {
  return url.startsWith(SOCKETS) && headers.upgrade?.toLowerCase() === 'websocket';
}
