import { z } from 'zod';
import { parseAmount, formatCentsAsDecimal } from '../money.js';

/** Factor by which a raw text may be longer than allowed, since trimming and composing characters make it shorter. */
const RAW_FACTOR = 4;

/**
 * Text whose length is checked first, so that trimming, composing and patterns never process more than `max`
 * characters. Every schema of a text from clients starts with this one.
 */
export const boundedString = (max: number, message?: string) =>
  z.string().max(max, { error: message, abort: true });

/** Ids of accounts, products, orders and tickets. */
export const id = z.number().int().min(1).max(2_147_483_647);
/** Ids in addresses, which consist of digits only. */
export const idParam = boundedString(10)
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);
/** A random reference of 128 bits, such as that of a checkout or of a batch of posts. */
export const ref = boundedString(22).regex(/^[A-Za-z0-9_-]{22}$/);
/** UTC time in ISO 8601. */
export const instant = z.iso.datetime();
/**
 * A time sent by a client; its length is checked before it is parsed. Year 0 is refused, since the database has none.
 */
export const clientInstant = boundedString(30)
  .pipe(instant)
  .refine((value) => value >= '1970', 'must not be before 1970');
/** A number of coins: an integer that JavaScript can represent exactly. */
export const coinCount = z.number().int().min(0).max(1_000_000_000_000_000);

// Matches characters to refuse: NUL, which PostgreSQL cannot store, lone surrogates, and other control characters,
// which people do not type.
const NON_TEXT_CHARACTER = /\p{Cs}|[^\P{Cc}\t\n\r]/u;
// Matches a visible character; the blank Braille pattern is excluded, although Unicode counts it as a symbol.
const VISIBLE_CHARACTER = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const keepUnchanged = (value: string): string => value;
const plainText = (max: number, change = keepUnchanged) =>
  boundedString(max * RAW_FACTOR)
    .overwrite(change)
    .trim()
    .max(max)
    .refine((value) => !NON_TEXT_CHARACTER.test(value), 'contains characters that are not text');

const visibleText = z
  .string()
  .min(1)
  .refine((value) => VISIBLE_CHARACTER.test(value), 'shows nothing');

const joinLines = (value: string): string => value.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ');

/** Trimmed text of several lines, with at least one visible character. */
export const text = (max: number) => plainText(max).pipe(visibleText);
/** Trimmed text of several lines, possibly empty. */
export const optionalText = (max: number) => plainText(max);
/**
 * Trimmed text of one line, not empty. Line breaks become a space, since they could imitate additional lines in mails
 * and logs.
 */
export const line = (max: number) => plainText(max, joinLines).pipe(visibleText);
/** Trimmed text of one line, possibly empty. */
export const optionalLine = (max: number) => plainText(max, joinLines);

/** Longest raw report; larger than any call's body, so that no report is refused for its length. */
const MAX_REPORT_LENGTH = 65_536;
/**
 * Text written by programs: shortened to `max` and cleaned of invalid characters, since a refused report would be lost.
 */
export const reportText = (max: number) =>
  boundedString(MAX_REPORT_LENGTH).transform((value) =>
    value.slice(0, max).replaceAll(new RegExp(NON_TEXT_CHARACTER, 'gu'), '\uFFFD'),
  );

/** E-mail address: the rule of browsers, and a domain that contains a dot. */
export const emailAddress = boundedString(254 * RAW_FACTOR)
  .trim()
  .max(254)
  .pipe(z.email({ pattern: z.regexes.html5Email, error: 'must be an e-mail address' }))
  .refine((address) => /\.[^.@]+$/.test(address), 'must be an e-mail address');

/** Name in the game: Java edition (3–16 word characters) or Bedrock edition (leading dot, spaces). */
export const gameName = boundedString(16 * RAW_FACTOR)
  .trim()
  .regex(
    /^(?:\w{3,16}|\.?[A-Za-z0-9_][A-Za-z0-9_ ]{1,14}[A-Za-z0-9_])$/,
    'must be a Java or Bedrock player name',
  );

/**
 * Key by which game names are compared: letter case, Bedrock's leading dot, and the kind and number of spaces are
 * ignored, since they do not distinguish players.
 */
export const gameNameKey = (name: string): string =>
  name.trim().replace(/^\./, '').toLowerCase().replaceAll(/ +/g, '_');

/** Invisible characters: controls, direction marks, fillers, and every space except U+0020. */
const INVISIBLE_CHARACTERS = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}`;
const DISCORD_NAME = new RegExp(
  String.raw`^(?:@?[A-Za-z0-9._]{2,32}|(?:(?!${INVISIBLE_CHARACTERS})[^@#:` +
    '`' +
    String.raw`]){2,32}#\d{4})$`,
  'u',
);
/** A Discord name without invisible characters: the new form (2–32 of a-z 0-9 . _) or the old form (name#1234). */
export const discordName = boundedString(37 * RAW_FACTOR)
  .trim()
  .regex(DISCORD_NAME, 'must be a Discord name');

const NAME_TOO_LONG = 'Username must be at most 32 characters';
/**
 * A username in any script, with composed characters (NFC), so that a name has only one spelling, and at most three
 * marks after a letter.
 */
export const username = boundedString(32 * RAW_FACTOR, NAME_TOO_LONG)
  .trim()
  .normalize('NFC')
  .min(3, 'Username must be at least 3 characters')
  .max(32, NAME_TOO_LONG)
  .regex(
    /^(?:[\p{L}\p{N}]\p{M}{0,3}|[._ -])+$/u,
    'Username may contain letters, digits, space, dot, dash and underscore',
  );

export const password = boundedString(128, 'Password must be at most 128 characters').min(
  6,
  'Password must be at least 6 characters',
);

const AMOUNT_ERROR = 'must be an amount such as "32.50"';

/** Money in calls: dollars with two decimals, "32.50". A minus sign occurs in corrections only. */
export const decimalString = boundedString(13).regex(/^-?\d{1,9}\.\d{2}$/, AMOUNT_ERROR);

/** An amount sent by a client, as dollars with two decimals; not below 0. */
export const clientDecimal = decimalString.regex(/^\d/, AMOUNT_ERROR);

/** Money in dollars as clients send it ("5", "5.0", "5.00" or 5), converted to a text with two decimals. */
export const amountInput = z
  .union(
    [
      boundedString(12).regex(/^\d{1,9}(?:\.\d{1,2})?$/, AMOUNT_ERROR),
      z.number().min(0, AMOUNT_ERROR).max(999_999_999),
    ],
    AMOUNT_ERROR,
  )
  .transform((sent, context): string => {
    const cents = parseAmount(sent);
    if (cents !== undefined) return formatCentsAsDecimal(cents);
    context.addIssue({ code: 'custom', message: AMOUNT_ERROR });
    return z.NEVER;
  });

/** True when a text is a Discord id: a number of at most 64 bits. */
export const isDiscordId = (value: string): boolean =>
  /^\d{17,20}$/.test(value) && BigInt(value) < 18_446_744_073_709_551_616n;
export const discordId = boundedString(20)
  .regex(/^\d{17,20}$/)
  .refine(isDiscordId, 'must be a Discord id');
