/** Texts that break a message, ping or mislead; specs put each into every field that people fill. */
export const HOSTILE_TEXTS: readonly [name: string, text: string][] = [
  ['everybody', '@everyone @here'],
  [
    'a person, a role, a channel',
    '<@310457829164285952> <@!310457829164285952> <@&1184302765190463519> <#1184303412795904081>',
  ],
  ['a command and a time', '</help:1184303412795904081> <t:1700000000:R> <id:customize>'],
  ['a masked link', '[free coins](https://evil.example "x") <https://evil.example>'],
  ['markdown', '# head\n> quote\n- list\n**b** __u__ ~~s~~ ||spoiler|| `code` ```js\ncode```'],
  ['a code block that ends the own one', '``` @everyone ``` ` @everyone `'],
  ['an invite and a scheme', 'discord.gg/evil javascript:alert(1) mailto:a@b.example'],
  ['turned directions', 'a\u202Egnp.exe \u2066x\u2069 \u200Fy \u061Cz'],
  ['nothing to see', '\u200B\u2060\uFEFF\u00AD\u180E\u3164\u{E0041}\u{E007F}'],
  ['spaces', ' \t\n  '],
  ['half a character', 'a\uD83D b\uDE00'],
  ['zero and control characters', 'a\u0000b\u0007c\u001B[31m'],
  ['a long word', 'x'.repeat(4_097)],
  ['many wide characters', '😀'.repeat(2_049)],
  ['much to escape', '*_`|~>'.repeat(700)],
  ['many lines', 'line\n'.repeat(1_000)],
  ['marks on one letter', `Z${'\u0301'.repeat(4_000)}`],
];

/** Invisible characters that hide or reverse text. */
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/u;
/** Bidirectional controls, which affect text even after the end of code. */
const BIDI_CONTROL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Finds what would ping, link or hide in a shown text; code is skipped, since Discord does not interpret it. */
export function findHarm(shown: string): string[] {
  const read = shown.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
  const found: [string, boolean][] = [
    ['mentions all', /(?<!\\)@(?:everyone|here)/.test(read)],
    ['mentions one', /(?<!\\)<(?:@|#|\/|id:)/.test(read)],
    ['links under other words', /(?<!\\)\]\((?!https?:\/\/(?:127\.0\.0\.1|shop\.example))/.test(read)],
    ['is hidden or turned', INVISIBLE.test(read)],
    // Code blocks may contain direction controls: these end with the line, and a block returns an author's own text.
    ['turns what follows code', BIDI_CONTROL.test(shown.replaceAll(/```[\s\S]*?```/g, ''))],
    ['holds half a character', /\p{Cs}/u.test(shown)],
  ];
  return found.flatMap(([what, is]) => (is ? [what] : []));
}
