import { html, type Html } from '@pax/contracts/html';
import type { Hub } from '../core/hub.js';
import { asObject, asObjects } from '../core/json.js';
import type { JsonObject, MessageRow } from '../core/state.js';
import { hexColor, picture, textOf } from './drawing.js';
import { markdown } from './markdown.js';

/** Draws a component of a message: a row, or any part of a message of components. */
export function layoutPart(hub: Hub, row: MessageRow, part: JsonObject): Html | undefined {
  const below = (): (Html | undefined)[] =>
    asObjects(part['components']).map((one) => layoutPart(hub, row, one));
  switch (part['type']) {
    case 9:
      return html`<div class="section">
        <div>${below()}</div>
        ${accessory(row, asObject(part['accessory']))}
      </div>`;
    case 10:
      return html`<div class="text">${markdown(hub, textOf(part['content']))}</div>`;
    case 12:
      return html`<div class="gallery">
        ${asObjects(part['items']).map(({ media }) => picture(media, 'image'))}
      </div>`;
    case 14:
      return part['divider'] === false ? html`<div class="gap"></div>` : html`<hr />`;
    case 17: {
      const color = part['accent_color'];
      return html`<article
        class="embed container"
        style="border-left-color:${typeof color === 'number' ? hexColor(color) : '#4a4358'}"
      >
        ${below()}
      </article>`;
    }
    default:
      return componentLine(row, part);
  }
}

function accessory(row: MessageRow, part: JsonObject): Html | undefined {
  return part['type'] === 11 ? picture(part['media'], 'thumb') : component(row, part);
}

const STYLES = ['', 'primary', 'secondary', 'success', 'danger', 'link'];

function componentLine(row: MessageRow, line: JsonObject): Html {
  return html`<div class="buttons">${asObjects(line['components']).map((one) => component(row, one))}</div>`;
}

function component(row: MessageRow, part: JsonObject): Html {
  const customId = textOf(part['custom_id']);
  const disabled = part['disabled'] === true ? html`disabled` : undefined;
  const id = `c-${row.id}-${textOf(part['id'])}`;
  if (part['type'] === 2) {
    const face = `${textOf(asObject(part['emoji'])['name'])} ${textOf(part['label'])}`.trim();
    if (part['style'] === 5)
      return html`<a class="button" href="${textOf(part['url'])}" rel="noopener noreferrer" target="_blank"
        >${face} ↗</a
      >`;
    const body = JSON.stringify({ message: row.id, customId });
    const style = STYLES[Number(part['style'])] ?? '';
    return html`<button
      id="${id}"
      class="${style}"
      data-action="button"
      data-here
      data-body="${body}"
      ${disabled}
    >
      ${face}
    </button>`;
  }
  if (part['type'] !== 3) return html`<span class="quiet small">a list that this page can’t show</span>`;
  const body = JSON.stringify({ message: row.id, customId });
  const many = Number(part['max_values'] ?? 1) > 1 ? html`multiple` : undefined;
  return html`<select id="${id}" data-action="select" data-here data-body="${body}" ${many} ${disabled}>
    <option value="">${textOf(part['placeholder']) || 'Choose…'}</option>
    ${asObjects(part['options']).map(
      (option) => html`<option value="${textOf(option['value'])}">${textOf(option['label'])}</option>`,
    )}
  </select>`;
}
