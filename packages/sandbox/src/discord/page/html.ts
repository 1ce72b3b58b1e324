/** Markup that is safe to send as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template whose inserted texts are escaped; parts that are markup themselves, and lists of them, are not. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.reduce((sum, piece, index) => sum + piece + render(parts[index]), '');
  return new Html(text);
}

/** Escapes a text for element content and for quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map((one: Part) => render(one)).join('');
  return escapeHtml(String(part));
}
