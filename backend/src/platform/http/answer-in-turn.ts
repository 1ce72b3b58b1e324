import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Calls of one connection that wait for the answer before theirs; browsers send none ahead. */
const MAX_AHEAD = 32;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Answers one call of a connection at a time, where Node begins all that a packet holds, and ends a connection that
 * sends too many ahead. Call it after all others have registered their listeners.
 */
export function answerInTurn(server: EventEmitter): void {
  const listeners = server.listeners('request');
  /** Calls that wait, of each connection with one that is being answered. */
  const ahead = new WeakMap<Socket, Call[]>();
  const begin = (socket: Socket, { request, response }: Call): void => {
    response.once('close', () => beginNext(socket));
    for (const listener of listeners) listener.call(server, request, response);
  };
  const beginNext = (socket: Socket): void => {
    // A connection that ends carries no further answer, so its calls must not happen.
    const next = socket.writable ? ahead.get(socket)?.shift() : undefined;
    if (next) begin(socket, next);
    else ahead.delete(socket);
  };
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (!socket.writable) return;
    const waiting = ahead.get(socket);
    if (!waiting) {
      ahead.set(socket, []);
      begin(socket, { request, response });
    } else if (waiting.length < MAX_AHEAD) waiting.push({ request, response });
    else socket.destroy();
  });
}
