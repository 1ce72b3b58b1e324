import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../shop-error.js';
import { CORRELATION_HEADER } from './request-context.js';

const MESSAGE = 'The request could not be read.';

/** Answers a request whose address cannot be decoded; such a request reaches no route and no hook. */
export function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): void {
  const body = toProblem('VALIDATION', MESSAGE, {}, request.id);
  void reply
    .status(body.status)
    .header(CORRELATION_HEADER, request.id)
    .type('application/problem+json')
    .send(JSON.stringify(body));
}

/**
 * Answers malformed HTTP with 400 and closes the connection. A connection that sent nothing in time gets no answer,
 * because the browser could take it as the answer to its next request.
 */

export function answerMalformed(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  answerOnSocket(socket, 'VALIDATION', MESSAGE);
}

/** Answers a request whose body was not read to its end, and closes the connection. */
export function answerOnSocket(socket: Socket, code: ErrorCode, message: string): void {
  if (socket.writable) {
    const id = randomUUID();
    const problem = toProblem(code, message, {}, id);
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${CORRELATION_HEADER}: ${id}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
