import { z } from 'zod';

/** A row with nothing but its id. */
export const idRow = z.object({ id: z.number() });

/** A row of `count(*)::int AS n`. */
export const countRow = z.object({ n: z.number() });
