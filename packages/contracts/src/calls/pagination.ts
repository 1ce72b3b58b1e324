import { z } from 'zod';
import { boundedString, optionalLine } from '../entities/fields.js';

/** Query of list calls; the page starts after the row whose id is `cursor`. */
export const listQuery = z.strictObject({
  q: optionalLine(100).optional(),
  state: optionalLine(40).optional(),
  sort: optionalLine(40).optional(),
  cursor: optionalLine(80).optional(),
  limit: boundedString(3)
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(500))
    .default(100),
});
export type ListQuery = z.infer<typeof listQuery>;

/**
 * Number of rows that the panel requests at once: several screens of a list, but few enough to render within two
 * frames.
 */
export const PANEL_PAGE_ROWS = 30;

/** Largest total that list answers count exactly; above it, the answer only says that there are more rows. */
export const MAX_EXACT_TOTAL = 10_000;
/** Header that says whether a list's total was cut off at {@link MAX_EXACT_TOTAL}. */
export const TOTAL_CAPPED_HEADER = 'x-total-count-capped';

/** Header of list answers: the number of the list room's newest socket message when the list was read. */
export const STREAM_SEQ_HEADER = 'stream-seq';
/**
 * Header of list answers for all visitors that contain more data for staff: the number of the newest message in the
 * room `admin`.
 */
export const ADMIN_STREAM_SEQ_HEADER = 'admin-stream-seq';

/** Answer of a call that only reports success. */
export const successAnswer = z.object({ success: z.literal(true) });
