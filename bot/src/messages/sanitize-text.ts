const LONE_SURROGATE = /\p{Cs}/gu;
/**
 * Control characters, and invisible ones that reverse or hide text. Excluded are joiners that emoji or letters need,
 * and the tags at the end of a flag.
 */
const INVISIBLE =
  /(?:[\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0]|(?<![\p{L}\p{M}\p{Emoji}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Emoji}])|(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,8})[\u{E0000}-\u{E0FFF}])+/gu;
/** Bidirectional control characters, which reverse the text after them even outside of a code span. */
const BIDI_CONTROL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;
/** Characters that Discord reads as markdown, mention or link; some of them only at the start of a line. */
const MARKDOWN = /[\\`*_~|<[\]@]|:(?=\/\/)|^(?:[#>+-]|\d+(?=\.))/g;
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Number of UTF-16 units read beyond a cut, so that shortening a long text does not read all of it. */
const MAX_GRAPHEME_LENGTH = 64;

/**
 * Shortens a text to at most `max` UTF-16 units without splitting a visible character; a shortened text ends with "…".
 */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  for (const { segment } of GRAPHEMES.segment(text.slice(0, max + MAX_GRAPHEME_LENGTH))) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/**
 * Puts a text on one line without invisible characters, for labels and suggestions, where Discord reads no markdown.
 */
export function toLabelText(text: string, max: number): string {
  return clipText(text.replace(LONE_SURROGATE, '\uFFFD').replace(INVISIBLE, ' ').trim(), max);
}

/**
 * Escapes user text for an embed, so that markdown, mentions and links appear as plain text. Shortens before escaping,
 * so that no escape sequence is split.
 */
export function escapeMarkdown(text: string, max = 100): string {
  return toLabelText(text, max).replace(MARKDOWN, (mark) => (/^\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** Shortens a text to `max`, then escapes each line separately, so that line breaks are kept. */
export function escapeMarkdownLines(text: string, max: number): string {
  const escaped = clipText(text, max)
    .split(/\r\n|\r|\n/)
    .map((line) => escapeMarkdown(line, max));
  return escaped.join('\n');
}

/**
 * Pattern of secret codes: reward and recovery codes, with or without dashes, and admin codes and tokens (128 bits as
 * base64url).
 */
const CODES = [
  /(?<![\p{L}\p{N}])(?=[-–‑A-Z]{0,18}\d)[0-9A-Z]{4}(?:[-–‑][0-9A-Z]{4}){3}(?![\p{L}\p{N}]|[-–‑][\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])(?=\p{L}*\d)(?:[0-9A-HJKMNP-TV-Z]{16}|[0-9a-hjkmnp-tv-z]{16})(?![\p{L}\p{N}])/gu,
  /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{22}(?![\w-])/g,
];
/** Pattern of codes grouped by spaces; four-letter words look the same, so {@link hasDigits} decides. */
const SPACED_CODE = /(?<![\p{L}\p{N}])[0-9A-Z]{4}(?: [0-9A-Z]{4}){3,}(?![\p{L}\p{N}])/giu;
const hasDigits = (groups: string): boolean => /\d\S* (?:.* )?\S*\d/.test(groups);
/**
 * Pattern of secret addresses: the panel, a ticket's secret link, or a pay link; a backslash counts as a slash, as in
 * browsers.
 */
const SECRET_LINK = /[/\\](?:admin(?![\w-])|support-ticket(?=[#?/\\])|pay[/\\]\S)/i;
/** Number of times a word is decoded, since an address inside another address is encoded twice. */
const DECODE_ROUNDS = 3;

/** Decodes a word as a browser decodes an address: percent escapes, and full-width characters in their plain form. */
function decodeWord(word: string): string {
  let read = word.normalize('NFKC');
  for (let round = 0; round < DECODE_ROUNDS; round += 1)
    read = read.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return read;
}

/** Replaces a word that must not be shown by a placeholder; returns all other words unchanged. */
function redactWord(word: string): string {
  const read = decodeWord(word);
  if (/[^@]@[^@]/.test(read)) return '(E-Mail)';
  return SECRET_LINK.test(read) ? '(Link)' : word;
}

/** Replaces e-mail addresses, codes and secret links in a text that people wrote. */
export function redactSecrets(text: string): string {
  const words = text.split(/(\s+)/).map(redactWord);
  const shown = CODES.reduce((rest, code) => rest.replace(code, '(Code)'), words.join(''));
  return shown.replace(SPACED_CODE, (groups) => (hasDigits(groups) ? '(Code)' : groups));
}

/**
 * Puts a name into a code span, so that staff can copy it unescaped. Replaces only characters that would end the span
 * or change later text; a missing name becomes a dash.
 */
export function formatCodeSpan(name: string | null, max = 100): string {
  const shown = (name ?? '')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replaceAll('`', 'ˋ')
    .replace(BIDI_CONTROL, '')
    .replace(/[\r\n\0]+/g, ' ');
  return shown.trim() === '' ? '–' : `\`${clipText(shown, max)}\``;
}

/** Puts a text into a code block of an embed, so that staff can copy it. */
export function formatCodeBlock(text: string): string {
  const shown = text.replace(LONE_SURROGATE, '\uFFFD').replaceAll('```', 'ˋˋˋ');
  return `\`\`\`\n${clipText(shown, 4_080)}\n\`\`\``;
}
