import { html } from '@pax/contracts/html';
import { z } from 'zod';
import { renderPage, sendPage } from './server/page.js';
import type { StandIn } from './server/stand-in.js';

const querySchema = z.object({ reference: z.string().min(1), amount: z.string().regex(/^\d+\.\d{2}$/) });
const STYLE = `main { max-width: 30rem; padding-top: 8vh; }
.total { font-size: 2rem; font-variant-numeric: tabular-nums; margin: .25rem 0 1rem; }`;

/**
 * Stand-in for the partner's shop, where crypto is paid: a page that stores nothing and reports nothing to the shop.
 */
export function createCryptoPartnerStandIn(): StandIn {
  return {
    name: 'partner',
    summary: 'The shop where crypto is paid; staff confirm by hand',
    register: async (app) => {
      app.get('/partner', (request, reply) => {
        const order = querySchema.safeParse(request.query).data;
        return sendPage(reply, partnerPage(order));
      });
    },
    close: async () => undefined,
  };
}

function partnerPage(order: z.output<typeof querySchema> | undefined) {
  return renderPage({
    title: 'Partner shop (sandbox)',
    bare: true,
    style: STYLE,
    body: html`<p class="quiet small">Sandbox page of the crypto partner. No coins are asked for or moved.</p>
      <div class="card">
        ${
          order === undefined
            ? html`<p>Nothing to pay: the address names no order.</p>`
            : html`<p class="quiet small">To pay in crypto</p>
                <p class="total">$${order.amount}</p>
                <p>Reference: <strong>${order.reference}</strong></p>`
        }
      </div>`,
  });
}
