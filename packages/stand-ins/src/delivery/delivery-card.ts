import { html, type Html } from '@pax/contracts/html';
import { buttonForm, moment } from '../server/page.js';
import type { Attempt, Delivery, DeliveryState } from './delivery.js';

const STATE_TAGS: Record<DeliveryState, string> = {
  delivered: 'good',
  waiting: 'wait',
  held: 'wait',
  'given-up': 'bad',
};

interface Sent {
  readonly title: string;
  readonly id: string;
  /** Creation time, ms since the epoch. */
  readonly at: number;
  /** Address of the control endpoint that sends a copy. */
  readonly resend: string;
}

/** A message on a dashboard: its state, every try, and buttons that send it again. */
export function deliveryCard({ title, id, at, resend }: Sent, { state, attempts, nextAt }: Delivery): Html {
  return html`<div class="card">
    <div class="row"><strong>${title}</strong><span class="tag ${STATE_TAGS[state]}">${state}</span></div>
    <div class="small quiet">
      ${moment(at)} · <code>${id}</code>
      ${nextAt === undefined ? undefined : html` · next try ${moment(nextAt)}`}
    </div>
    <details>
      <summary>${attempts.length === 1 ? '1 try' : `${attempts.length} tries`}</summary>
      <table>
        ${attempts.map(attemptRow)}
      </table>
    </details>
    <div class="buttons">
      ${buttonForm(resend, state === 'held' ? 'Send now' : 'Send again')}
      ${buttonForm(resend, 'Send five at once', { copies: 5 })}
    </div>
  </div>`;
}

function attemptRow(attempt: Attempt): Html {
  return html`<tr>
    <td>${moment(attempt.at)}</td>
    <td>${attempt.status ?? '–'}</td>
    <td>${attempt.took} ms</td>
    <td>${attempt.error ?? ''}</td>
  </tr>`;
}
