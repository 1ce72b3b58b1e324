import { z } from 'zod';

/** Ids of accounts, products, orders and tickets. */
export const id = z.number().int().min(1).max(2_147_483_647);
/** Ids in an address: digits only. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(id);
/** Opaque reference of a checkout. */
export const checkoutRef = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** UTC time, ISO 8601. */
export const instant = z.iso.datetime();
/** A count of coins: an integer within what JavaScript holds exactly. */
export const coinCount = z.number().int().min(0).max(1_000_000_000_000_000);

// NUL can't be stored, lone surrogates are no text, and nobody types the other control characters.
const NOT_TEXT = /\p{Cs}|[^\P{Cc}\t\n\r]/u;
const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !NOT_TEXT.test(value), 'contains characters that are not text');

/** Trimmed text of one or more characters. */
export const text = (max: number) => plainText(max).pipe(z.string().min(1));
/** Trimmed text that may be empty. */
export const optionalText = (max: number) => plainText(max);

/**
 * What programs write about themselves: cut to `max`, and what is no text replaced, since a report that is
 * refused is a report that is lost.
 */
export const reportText = (max: number) =>
  z.string().transform((value) => value.slice(0, max).replaceAll(new RegExp(NOT_TEXT, 'gu'), '\uFFFD'));

/** Java (3–16 word characters) or Bedrock (leading dot, spaces) game name. */
export const gameName = z
  .string()
  .trim()
  .regex(
    /^(?:\w{3,16}|\.?[A-Za-z0-9_][A-Za-z0-9_ ]{1,14}[A-Za-z0-9_])$/,
    'must be a Java or Bedrock player name',
  );

/** A Discord name: new form (2–32 of a-z 0-9 . _) or old form (name#1234). */
export const chatName = z
  .string()
  .trim()
  .regex(/^(?:@?[A-Za-z0-9._]{2,32}|[^@#:`\p{Cc}\p{Cs}]{2,32}#\d{4})$/u, 'must be a Discord name');

/** Any script, composed (NFC) so that one name has one spelling; marks stand on a letter, at most three. */
export const username = z
  .string()
  .trim()
  .normalize('NFC')
  .min(3, 'Username must be at least 3 characters')
  .max(32, 'Username must be at most 32 characters')
  .regex(
    /^(?:[\p{L}\p{N}]\p{M}{0,3}|[._ -])+$/u,
    'Username may contain letters, digits, space, dot, dash and underscore',
  );

export const password = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(128, 'Password must be at most 128 characters');

/** The wire form of money: dollars with two decimals, "32.50". A minus sign appears in corrections only. */
export const decimalString = z.string().regex(/^-?\d{1,9}\.\d{2}$/, 'must be an amount such as "32.50"');
