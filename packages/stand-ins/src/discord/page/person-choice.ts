import { html, type Html } from '@pax/contracts/html';
import type { UserRow } from '../core/state.js';
import { avatar } from './message.js';

/** One persona to pick in a form. */
export function personChoice(user: UserRow, checked: boolean): Html {
  return html`<label class="person">
    <input type="radio" name="user" value="${user.username}" ${checked ? html`checked` : undefined} />
    ${avatar(user)}
    <span><b>${user.globalName}</b> <small>${user.username}</small></span>
    <em>${user.persona ?? ''}</em>
  </label>`;
}
