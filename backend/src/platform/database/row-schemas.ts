import { z } from 'zod';

/** A row with nothing but its id. */
export const idRow = z.object({ id: z.number() });

/** A row of `count(*)::int AS n`. */
export const countRow = z.object({ n: z.number() });

/** A row with nothing but the hash of a stored picture. */
export const hashRow = z.object({ hash: z.string() });

/** A row with nothing but a reference. */
export const refRow = z.object({ ref: z.string() });
