import { z } from 'zod';
import { username } from './fields.js';

/** Scripts that Unicode recommends for identifiers (UAX 31); scripts that one language mixes form one entry. */
const SCRIPTS: readonly string[] = [
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati',
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan',
]
  .flatMap((scripts) => scripts.split(' '))
  .concat('Han Hiragana Katakana', 'Hangul Han', 'Bopomofo Han');

const createScriptPattern = (scripts: string): RegExp =>
  new RegExp(
    `^[${scripts
      .split(' ')
      .map((name) => `\\p{scx=${name}}`)
      .join('')}\\p{scx=Zyyy}\\p{scx=Zinh}]+$`,
    'u',
  );

let patterns: readonly RegExp[] | undefined;

function hasOneScript(name: string): boolean {
  patterns ??= SCRIPTS.map(createScriptPattern);
  return patterns.some((pattern) => pattern.test(name));
}

const INVISIBLE_CHARACTERS = /\p{Default_Ignorable_Code_Point}/u;
/** Common letters of Thai and Lao, allowed although NFKC would decompose them. */
const NFKC_EXCEPTIONS = /[\u0E33\u0EB3]/gu;

/**
 * Blocks of phonetic letters, such as small capitals and turned letters, without the letters that languages use (UTS
 * 39).
 */
const PHONETIC_LETTER =
  /(?![\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u0272\u0289\u0292])[\u0138\u0250-\u02FF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F\u{10780}-\u{107BF}\u{1DF00}-\u{1DFFF}]/u;

/** Marks that draw a line below or through a letter, which readers take for a line that a link or a screen draws. */
const LINE = /[\u0320\u0331-\u0338\u0347\u20D2-\u20FF]/u;

/**
 * True for a name of ordinary letters: not wide, mathematical (𝐚𝐝𝐦𝐢𝐧), circled, joined, turned, underlined or small
 * capitals.
 */
function hasUsualLetters(name: string): boolean {
  const text = name.replaceAll(NFKC_EXCEPTIONS, '');
  return (
    text.normalize('NFKC') === text &&
    !INVISIBLE_CHARACTERS.test(text) &&
    !PHONETIC_LETTER.test(text) &&
    !LINE.test(text)
  );
}

/**
 * A name for a new account or a name change: visible, ordinary letters of one script. Existing names stay valid; the
 * server also refuses look-alikes.
 */
export const newUsername = username.refine(
  (name) => /[\p{L}\p{N}]/u.test(name) && hasUsualLetters(name) && hasOneScript(name),
  { error: 'Please use the letters of one alphabet, as they are usually written', abort: true },
);
export type NewUsername = z.infer<typeof newUsername>;
