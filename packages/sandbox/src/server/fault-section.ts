import type { FaultBook } from '../faults/fault-book.js';
import { FAULT_KINDS, type ArmedFault, type FaultRoom } from '../faults/fault.js';
import { html, type Html } from './html.js';
import { buttonForm } from './page.js';

/** The part of a room's page in which misbehaviour is armed and taken back; `back` is the page's own address. */
export function faultSection(faults: FaultBook, rooms: readonly FaultRoom[], back: string): Html {
  return html`<h2 id="faults">Misbehave</h2>
    ${rooms.map((room) => roomCard(faults, room, back))}`;
}

function roomCard(faults: FaultBook, room: FaultRoom, back: string): Html {
  const kinds = FAULT_KINDS[room].map((kind) => html`<option>${kind}</option>`);
  return html`<div class="card">
    <strong>${room}</strong>
    <form method="post" action="/faults" class="row">
      <input type="hidden" name="room" value="${room}" /><input type="hidden" name="back" value="${back}" />
      <label
        >what<select name="kind">
          ${kinds}
        </select></label
      >
      <label>only where the route has<input name="match" placeholder="any" /></label>
      <label>how often<input name="times" type="number" min="1" value="1" size="4" /></label>
      <label>status<input name="status" type="number" min="400" max="599" value="503" /></label>
      <label>ms<input name="ms" type="number" min="0" value="3000" /></label>
      <label>copies<input name="copies" type="number" min="2" value="2" /></label>
      <label>retry after (s)<input name="retryAfter" type="number" min="0" step="0.1" value="1" /></label>
      <button>Arm</button>
    </form>
    ${faults.list(room).map((one) => armedRow(one, back))}
  </div>`;
}

function armedRow(armed: ArmedFault, back: string): Html {
  return html`<div class="row small">
    <span><code>${JSON.stringify(armed.fault)}</code> ${armed.match ?? 'any route'}, ${armed.left} left</span>
    ${buttonForm('/faults/clear', 'Take back', { id: armed.id, back })}
  </div>`;
}
