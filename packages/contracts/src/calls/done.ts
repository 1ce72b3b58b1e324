import { z } from 'zod';

/** The answer of a call without further data. */
export const done = z.object({ success: z.literal(true) });
