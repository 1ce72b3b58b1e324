import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { MessageSender } from '../delivery/message-sender.js';
import type { Disputes } from './disputes.js';
import type { EventLog } from './event-log.js';
import type { IdempotencyKeys } from './idempotency-keys.js';
import type { Payments } from './payments.js';
import type { Refunds } from './refunds.js';
import type { Sessions } from './sessions.js';
import { invalid, StripeError } from './stripe-error.js';
import type { EventRecord, StripeState } from './stripe-state.js';

export interface ControlRouteDeps {
  readonly state: StripeState;
  readonly sessions: Sessions;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
  readonly events: EventLog;
  readonly sender: MessageSender<EventRecord>;
  readonly keys: IdempotencyKeys;
}

type ById = FastifyRequest<{ Params: { id: string } }>;
const laterSchema = z.object({ action: z.enum(['succeed', 'fail']) });
const handSchema = z.object({ cents: z.coerce.number().int().positive().optional() });
const outcomeSchema = z.object({ outcome: z.enum(['won', 'lost']) });
const resendSchema = z.object({ copies: z.coerce.number().int().min(1).max(100).default(1) });

/**
 * Mounts the control endpoints below `/stripe`, by which people and tests act as buyer, bank and Stripe. Browsers are
 * redirected to the dashboard, others get JSON.
 */
export function registerControlRoutes(app: FastifyInstance, deps: ControlRouteDeps): void {
  const { state, sessions, payments, refunds, disputes, events, sender, keys } = deps;
  app.get('/stripe/state', () => {
    sessions.expireDue();
    const { answers: _private, ...visible } = state;
    return visible;
  });
  app.post('/stripe/sessions/:id/later', (request: ById, reply) => {
    const record = sessions.get(request.params.id);
    const { action } = read(laterSchema, request.body);
    if (!payments.isLaterOpen(record))
      throw new StripeError(409, 'No payment of this session is on its way.');
    if (action === 'succeed') payments.laterSucceeded(record);
    else payments.laterFailed(record);
    return done(request, reply, record.session);
  });
  app.post('/stripe/sessions/:id/expire', (request: ById, reply) =>
    done(request, reply, sessions.expire(request.params.id)),
  );
  app.post('/stripe/payments/:id/refund', (request: ById, reply) => {
    const { cents } = read(handSchema, request.body ?? {});
    return done(request, reply, refunds.byHand(request.params.id, cents));
  });
  app.post('/stripe/payments/:id/dispute', (request: ById, reply) => {
    const { cents } = read(handSchema, request.body ?? {});
    return done(request, reply, disputes.open(request.params.id, cents));
  });
  app.post('/stripe/payments/:id/warn', (request: ById, reply) =>
    done(request, reply, disputes.warn(request.params.id)),
  );
  app.post('/stripe/disputes/:id/close', (request: ById, reply) => {
    const { outcome } = read(outcomeSchema, request.body);
    return done(request, reply, disputes.close(request.params.id, outcome));
  });
  app.post('/stripe/refunds/:id/bounce', (request: ById, reply) =>
    done(request, reply, refunds.bounce(request.params.id)),
  );
  app.post('/stripe/events/:id/resend', (request: ById, reply) => {
    const record = events.get(request.params.id);
    sender.send(record, read(resendSchema, request.body ?? {}).copies);
    return done(request, reply, summary(record));
  });
  app.post('/stripe/events/release', (request, reply) => {
    const held = events.all().filter((record) => record.state === 'held');
    for (const record of held) sender.send(record);
    return done(request, reply, { released: held.map((record) => record.event.id) });
  });
  app.post('/stripe/keys/forget', (request, reply) =>
    done(request, reply, { forgotten: keys.forgetOld(Number.POSITIVE_INFINITY) }),
  );
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error));
  return parsed.data;
}

function done(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  return wantsPage ? reply.redirect('/stripe', 303) : reply.code(200).send(answer);
}

function summary(record: EventRecord): object {
  return { id: record.event.id, type: record.event.type, state: record.state, attempts: record.attempts };
}
