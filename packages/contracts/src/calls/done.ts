import { z } from 'zod';

/** The answer of a call that has nothing else to say. */
export const done = z.object({ success: z.literal(true) });
