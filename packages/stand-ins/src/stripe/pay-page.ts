import { html, type Html } from '@pax/contracts/html';
import { renderPage, sendPage } from '../server/page.js';
import { formatDollarAmount, type SessionRecord } from './stripe-state.js';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Payments } from './payments.js';
import type { Sessions } from './sessions.js';
import { StripeError } from './stripe-errors.js';

const STYLE = `main { max-width: 30rem; padding-top: 8vh; } button { width: 100%; } .buttons { flex-direction: column; align-items: stretch; }
.total { font-size: 2rem; font-variant-numeric: tabular-nums; margin: .25rem 0 1rem; } td:last-child { text-align: right; }`;

/** Page on which a buyer pays an open session: goods, price, and a button for each possible outcome. */
export function payPage(record: SessionRecord): Html {
  const { session, lineItems, declineMessage } = record;
  const rows = lineItems.map(
    (item) =>
      html`<tr>
        <td>${item.description ?? ''} × ${item.quantity ?? 1}</td>
        <td>${formatDollarAmount(item.amount_total)}</td>
      </tr>`,
  );
  const createChoiceButton = (action: string, label: string, kind = ''): Html =>
    html`<button class="${kind}" name="action" value="${action}">${label}</button>`;
  return renderPage({
    title: 'Pay by card (sandbox)',
    bare: true,
    style: STYLE,
    body: html`<p class="quiet small">Sandbox payment page. No card is asked for and no money moves.</p>
      ${declineMessage === undefined ? undefined : html`<p class="card alert" role="alert">${declineMessage}</p>`}
      <div class="card">
        <p class="quiet small">To pay</p>
        <p class="total">${formatDollarAmount(session.amount_total ?? 0)}</p>
        <table>
          ${rows}
        </table>
        <form method="post" class="buttons">
          <p class="quiet small">${session.custom_text.submit?.message}</p>
          ${createChoiceButton('pay', 'Pay now', 'main')}
          ${createChoiceButton('pay_later', 'Pay with a delayed method')}
          ${createChoiceButton('fail', 'Pay with a card that is declined')}
          ${createChoiceButton('cancel', 'Back to the shop')}
        </form>
      </div>
      <p class="quiet small">
        Payable until ${new Date(session.expires_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC
      </p>`,
  });
}

/** Page shown instead of the payment form when nothing is left to pay. */
export function closedPage(title: string, text: string): Html {
  return renderPage({
    title,
    bare: true,
    style: STYLE,
    body: html`<div class="card">
      <h1>${title}</h1>
      <p>${text}</p>
    </div>`,
  });
}

const actionSchema = z.object({ action: z.enum(['pay', 'pay_later', 'fail', 'cancel']) });
type Action = z.output<typeof actionSchema>['action'];

/**
 * Mounts the payment page, `GET|POST /stripe/pay/{id}`; `action` redirects (303) back to the shop. `fail` declines the
 * attempt and leaves the session open; an ended session answers 409.
 */
export function mountPayRoutes(app: FastifyInstance, sessions: Sessions, payments: Payments): void {
  app.get<{ Params: { id: string } }>('/stripe/pay/:id', (request, reply) => {
    const record = findSession(sessions, request.params.id);
    if (record === undefined)
      return sendPage(reply, closedPage('Nothing here', 'There is no such payment.'), 404);
    return record.session.status === 'open'
      ? sendPage(reply, payPage(record))
      : sendClosedPage(reply, record);
  });
  app.post<{ Params: { id: string } }>('/stripe/pay/:id', (request, reply) => {
    const record = findSession(sessions, request.params.id);
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
    if (record.session.status !== 'open') return sendClosedPage(reply, record);
    applyAction(parsed.data.action, record, payments);
    const target = returnAddress(parsed.data.action, record);
    return target === undefined ? sendPage(reply, payPage(record)) : reply.redirect(target, 303);
  });
}

function findSession(sessions: Sessions, id: string): SessionRecord | undefined {
  try {
    return sessions.get(id);
  } catch (error) {
    if (error instanceof StripeError && error.status === 404) return undefined;
    throw error;
  }
}

function applyAction(action: Action, record: SessionRecord, payments: Payments): void {
  if (action === 'pay') payments.pay(record);
  else if (action === 'pay_later') payments.payLater(record);
  else if (action === 'fail') payments.declineAttempt(record);
}

function returnAddress(action: Action, { session }: SessionRecord): string | undefined {
  const leadsOn = action === 'pay' || action === 'pay_later';
  const address = leadsOn ? session.success_url : session.cancel_url;
  return address?.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function sendClosedPage(reply: FastifyReply, { session }: SessionRecord): FastifyReply {
  const paid = session.status === 'complete';
  return sendPage(
    reply,
    paid
      ? closedPage('Already completed', 'This payment was completed before. You can close this page.')
      : closedPage('Expired', 'This payment page is no longer valid. Nothing was charged.'),
    409,
  );
}
