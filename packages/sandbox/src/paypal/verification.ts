import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRegistry } from '../faults/fault-registry.js';
import type { NotificationLog } from './notification-log.js';

/** What a library sends that was not told who it is. */
const NAMELESS = new Set([undefined, '', 'node', 'undici']);

/** Says whether these bytes were sent, as a plain word; every other byte makes them another notification. */
export async function answerVerification(
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  { notifications, faults }: { notifications: NotificationLog; faults: FaultRegistry },
): Promise<FastifyReply> {
  const text = (status: number, word: string) => reply.code(status).type('text/plain').send(word);
  // The service refuses callers that do not say who they are.
  if (NAMELESS.has(headers['user-agent'])) return text(403, 'Forbidden');
  const fault = faults.next('paypal.verify', body.toString('latin1'));
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'fail') return text(fault.status, 'Error');
  if (fault?.kind === 'cut') {
    raw.socket.destroy();
    return reply.hijack();
  }
  return text(200, notifications.has(body) ? 'VERIFIED' : 'INVALID');
}
