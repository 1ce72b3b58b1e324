import { html, type Html } from '@pax/contracts/html';
import { asObject } from '../core/json.js';

export function hexColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}

/** A picture of a message, if it has an address. */
export function picture(media: unknown, kind: string): Html | undefined {
  const address = textOf(asObject(media)['url']);
  return /^https?:/.test(address)
    ? html`<img class="${kind}" src="${address}" alt="" loading="lazy" referrerpolicy="no-referrer" />`
    : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
