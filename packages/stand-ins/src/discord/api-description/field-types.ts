import { z } from 'zod';
import { isSnowflake } from '../core/snowflake.js';

// Schemas of the types of values in Discord's description of its API.

/** Adds a fault to a check's result, with Discord's error code; the path starts at the checked value. */
export const formIssue = (code: string, message: string, ...path: (string | number)[]) => ({
  code: 'custom' as const,
  path,
  message,
  params: { code },
});

export const snowflake = z.string().refine((value) => isSnowflake(value), {
  message: 'Value is not snowflake.',
  params: { code: 'NUMBER_TYPE_COERCE' },
});
export const url = z
  .string()
  .max(2_048)
  .refine((value) => /^(https?|attachment):\/\/\S+$/i.test(value), {
    message: 'Not a well formed URL.',
    params: { code: 'URL_TYPE_INVALID_URL' },
  });
/** A text that contains more than blanks. */
export const nonBlank = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.trim() !== '', {
      message: 'This field is required',
      params: { code: 'BASE_TYPE_REQUIRED' },
    });
/** A set of bits, as a number. */
export const flags = z.int().min(0);
/** Translations of a text, by language. */
export const localizedTexts = (most: number) => z.record(z.string(), z.string().min(1).max(most)).nullish();
