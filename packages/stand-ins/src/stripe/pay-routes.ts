import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../server/page.js';
import { closedPage, payPage } from './pay-page.js';
import type { Payments } from './payments.js';
import type { Sessions } from './sessions.js';
import { StripeError } from './stripe-error.js';
import type { SessionRecord } from './stripe-state.js';

const actionSchema = z.object({ action: z.enum(['pay', 'pay_later', 'fail', 'cancel']) });
type Action = z.output<typeof actionSchema>['action'];

/**
 * Mounts the payment page, `GET|POST /stripe/pay/{id}`; `action` redirects (303) back to the shop.
 * `fail` declines the attempt and leaves the session open; an ended session answers 409.
 */
export function registerPayRoutes(app: FastifyInstance, sessions: Sessions, payments: Payments): void {
  app.get<{ Params: { id: string } }>('/stripe/pay/:id', (request, reply) => {
    const record = find(sessions, request.params.id);
    if (record === undefined)
      return sendPage(reply, closedPage('Nothing here', 'There is no such payment.'), 404);
    return record.session.status === 'open' ? sendPage(reply, payPage(record)) : refuseClosed(reply, record);
  });
  app.post<{ Params: { id: string } }>('/stripe/pay/:id', (request, reply) => {
    const record = find(sessions, request.params.id);
    if (record === undefined)
      return sendPage(reply, closedPage('Nothing here', 'There is no such payment.'), 404);
    const parsed = actionSchema.safeParse(request.body);
    if (!parsed.success) {
      return sendPage(
        reply,
        closedPage('Not understood', 'action is one of pay, pay_later, fail, cancel.'),
        400,
      );
    }
    if (record.session.status !== 'open') return refuseClosed(reply, record);
    act(parsed.data.action, record, payments);
    const target = addressAfter(parsed.data.action, record);
    return target === undefined ? sendPage(reply, payPage(record)) : reply.redirect(target, 303);
  });
}

function find(sessions: Sessions, id: string): SessionRecord | undefined {
  try {
    return sessions.get(id);
  } catch (error) {
    if (error instanceof StripeError && error.status === 404) return undefined;
    throw error;
  }
}

function act(action: Action, record: SessionRecord, payments: Payments): void {
  if (action === 'pay') payments.pay(record);
  else if (action === 'pay_later') payments.payLater(record);
  else if (action === 'fail') payments.decline(record);
}

function addressAfter(action: Action, { session }: SessionRecord): string | undefined {
  const leadsOn = action === 'pay' || action === 'pay_later';
  const address = leadsOn ? session.success_url : session.cancel_url;
  return address?.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function refuseClosed(reply: FastifyReply, { session }: SessionRecord): FastifyReply {
  const paid = session.status === 'complete';
  return sendPage(
    reply,
    paid
      ? closedPage('Already completed', 'This payment was completed before. You can close this page.')
      : closedPage('Expired', 'This payment page is no longer valid. Nothing was charged.'),
    409,
  );
}
