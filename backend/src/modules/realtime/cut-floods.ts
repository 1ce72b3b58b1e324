import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isForSockets } from './ignore-upgrades.js';
import { MAX_BYTES, SendRate } from './send-rate.js';

/**
 * Cuts WebSockets that flood, whatever they send and in whatever state: an orderly close would go on reading until the
 * peer agrees.
 */
export function cutFloods(server: EventEmitter): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isForSockets(request)) return;
    const bytes = new SendRate(MAX_BYTES);
    socket.on('data', (chunk: Buffer) => {
      if (!bytes.allows(performance.now(), chunk.length)) socket.destroy();
    });
  });
}
