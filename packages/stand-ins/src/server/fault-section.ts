import type { FaultRegistry } from '../faults/fault-registry.js';
import { FAULT_KINDS, type ArmedFault, type Fault, type FaultPoint } from '../faults/fault.js';
import { html, type Html } from '@pax/contracts/html';
import { buttonForm } from './page.js';

type Kind = Fault['kind'];

/** Fields of the form that only some kinds use. */
const DETAILS: readonly { readonly kind: Kind; readonly field: Html }[] = [
  {
    kind: 'fail',
    field: html`<label>status<input name="status" type="number" min="400" max="599" value="503" /></label>`,
  },
  {
    kind: 'slow',
    field: html`<label>slow by (ms)<input name="ms" type="number" min="0" value="3000" /></label>`,
  },
  {
    kind: 'duplicate',
    field: html`<label>copies<input name="copies" type="number" min="2" max="100" value="2" /></label>`,
  },
  {
    kind: 'rate-limit',
    field: html`<label
      >retry after (s)<input name="retryAfter" type="number" min="0" step="0.1" value="1"
    /></label>`,
  },
];

/** The section of a dashboard for arming and removing faults; `back` is the page's address. */
export function faultSection(faults: FaultRegistry, faultPoints: readonly FaultPoint[], back: string): Html {
  const armed = faultPoints.reduce((sum, faultPoint) => sum + faults.list(faultPoint).length, 0);
  return html`<details class="tools" ${armed > 0 ? 'open' : ''}>
    <summary>Misbehave (${armed} armed)</summary>
    ${faultPoints.map((faultPoint) => faultPointCard(faults, faultPoint, back))}
  </details>`;
}

function faultPointCard(faults: FaultRegistry, faultPoint: FaultPoint, back: string): Html {
  const kinds: readonly Kind[] = FAULT_KINDS[faultPoint];
  return html`<div class="card">
    <strong>${faultPoint}</strong>
    <form method="post" action="/faults" class="fields">
      <input type="hidden" name="faultPoint" value="${faultPoint}" /><input
        type="hidden"
        name="back"
        value="${back}"
      />
      <label
        >what<select name="kind">
          ${kinds.map((kind) => html`<option>${kind}</option>`)}
        </select></label
      >
      <label>only where the route has<input name="match" placeholder="any" /></label>
      <label>how often<input name="times" type="number" min="1" value="1" /></label>
      ${DETAILS.filter((one) => kinds.includes(one.kind)).map((one) => one.field)}
      <button>Arm</button>
    </form>
    ${faults.list(faultPoint).map((one) => armedRow(one, back))}
  </div>`;
}

function armedRow(armed: ArmedFault, back: string): Html {
  return html`<div class="row small">
    <span><code>${JSON.stringify(armed.fault)}</code> ${armed.match ?? 'any route'}, ${armed.left} left</span>
    ${buttonForm('/faults/clear', 'Take back', { id: armed.id, back })}
  </div>`;
}
