/**
 * Returns what was typed into an option with suggestions. A chosen suggestion, which Discord sends as its whole text
 * `#7 · Elytra × 2`, gives its number `#7`.
 */
export const toTypedText = (text: string | undefined): string | undefined =>
  /^(#[1-9]\d{0,8}) · /.exec(text ?? '')?.[1] ?? text;
