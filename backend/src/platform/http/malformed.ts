import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { CORRELATION_HEADER } from './correlation.js';
import { toProblem } from '../problem.js';

const MESSAGE = 'The request could not be read.';

/** Answers a call whose address cannot be decoded, which reaches no route and no hook. */
export function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  const body = toProblem('VALIDATION', MESSAGE, {}, request.id);
  void reply
    .status(body.status)
    .header(CORRELATION_HEADER, request.id)
    .type('application/problem+json')
    .send(JSON.stringify(body));
}

/**
 * Answers malformed or incomplete HTTP with 400 and closes the connection. One that a browser opened ahead and that sent
 * nothing in time gets no answer: it would be taken for that of the request then on its way, which is sent again.
 */
export function answerMalformed(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  if (socket.writable) {
    const id = randomUUID();
    const body = JSON.stringify(toProblem('VALIDATION', MESSAGE, {}, id));
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${CORRELATION_HEADER}: ${id}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
