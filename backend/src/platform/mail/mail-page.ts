import type { MailLanguage } from '@pax/contracts';
import { html, type Html } from '@pax/contracts/html';

/**
 * Builds the HTML page of a mail with a heading. Mail programs support tables and inline styles, and little else.
 */
export function renderMailPage(language: MailLanguage, title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <body style="margin:0;padding:24px;background:#fff;color:#1d1f29;font:15px/1.45 sans-serif">
        <h1 style="font-size:22px;margin:0 0 12px">${title}</h1>
        ${body}
      </body>
    </html>`;
}

/** Builds a link for a mail that shows the whole address. */
export const renderMailLink = (url: string, text: string): Html =>
  html`<p><a href="${url}" style="color:#a65600">${text}</a></p>`;

/** Builds the small print at the end of a mail. */
export const renderMailFooter = (text: string): Html =>
  html`<p style="color:#5c6172;font-size:13px">${text}</p>`;
