/** A piece of HTML that is safe to send, since its texts are escaped. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = Html | string | number | undefined | readonly HtmlValue[];

/** Builds HTML from a template: inserted texts are escaped; inserted pieces of `Html`, and lists of them, are not. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.map((part, index) => part + toHtmlText(values[index])).join(''));
}

/** Escapes a text, so that it can be used between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function toHtmlText(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return value.map(toHtmlText).join('');
}
