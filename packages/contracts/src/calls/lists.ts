import { z } from 'zod';
import { boundedString, optionalLine } from '../entities/fields.js';

/** Query of list calls. `cursor` is the id after which the page starts. */
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

/** Largest exact total of a list; beyond it, the answer only says that there are more rows. */
export const MAX_EXACT_TOTAL = 10_000;
/** Header of list answers whose total is capped at {@link MAX_EXACT_TOTAL}. */
export const TOTAL_CAPPED_HEADER = 'x-total-count-capped';

/** Header of list answers: number of the newest socket message in the list's room at the time of reading. */
export const STREAM_SEQ_HEADER = 'stream-seq';
/** The same number for the room `admin`, on lists for all visitors that contain more data for staff. */
export const ADMIN_STREAM_SEQ_HEADER = 'admin-stream-seq';

/** The answer of a call without further data. */
export const successAnswer = z.object({ success: z.literal(true) });
