import { z } from 'zod';
import { username } from './fields.js';

/** Scripts in everyday use (UAX 31), and those that are written together. */
const SCRIPTS: readonly string[] = [
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati',
  'Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan',
]
  .flatMap((scripts) => scripts.split(' '))
  .concat('Han Hiragana Katakana', 'Hangul Han', 'Bopomofo Han');

const ofScripts = (scripts: string): RegExp =>
  new RegExp(
    `^[${scripts
      .split(' ')
      .map((name) => `\\p{scx=${name}}`)
      .join('')}\\p{scx=Zyyy}\\p{scx=Zinh}]+$`,
    'u',
  );

let patterns: readonly RegExp[] | undefined;

function isOfOneScript(name: string): boolean {
  patterns ??= SCRIPTS.map(ofScripts);
  return patterns.some((pattern) => pattern.test(name));
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Everyday letters of Thai and Lao that compatibility would take apart. */
const KEPT = /[\u0E33\u0EB3]/gu;

/** Wide, mathematical, circled and joined letters stand for others: 𝐚𝐝𝐦𝐢𝐧 is no name. */
function isPlain(name: string): boolean {
  const text = name.replaceAll(KEPT, '');
  return text.normalize('NFKC') === text && !INVISIBLE.test(text);
}

/**
 * A name that somebody gives themselves from now on (OWN-370): letters of one script as they are usually written,
 * nothing invisible. Names from before stay as they are; those that look like others are the server's to refuse.
 */
export const newUsername = username.refine(
  (name) => /[\p{L}\p{N}]/u.test(name) && isPlain(name) && isOfOneScript(name),
  { error: 'Please use the letters of one alphabet, as they are usually written', abort: true },
);
export type NewUsername = z.infer<typeof newUsername>;
