import { z } from 'zod';

// Kinds of values as Discord's description of its interface has them.

export const snowflake = z.string().regex(/^(0|[1-9]\d{0,19})$/);
export const url = z.string().max(2_048);
/** Bits. */
export const flags = z.int();
/** A text by the languages in which it is shown. */
export const localized = (most: number) => z.record(z.string(), z.string().min(1).max(most)).nullish();
