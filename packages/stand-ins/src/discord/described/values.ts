import { z } from 'zod';

// Kinds of values in Discord's description of its API.

export const snowflake = z.string().regex(/^(0|[1-9]\d{0,19})$/);
export const url = z.string().max(2_048);
/** A set of bits. */
export const flags = z.int();
/** The translations of a text, by language. */
export const localized = (most: number) => z.record(z.string(), z.string().min(1).max(most)).nullish();
