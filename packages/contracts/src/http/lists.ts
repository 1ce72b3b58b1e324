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

/** Rows that the panel asks for at once: some screens of a list, few enough to read and draw within a frame or two. */
export const PANEL_PAGE_ROWS = 30;

/** Lists count their rows exactly up to here; beyond it they say that there are more. */
export const TOTAL_LIMIT = 10_000;
/** Header of list answers whose total is cut off at {@link TOTAL_LIMIT}. */
export const TOTAL_CAPPED_HEADER = 'x-total-count-capped';

/** Header of list answers: the number of the newest socket message of the list's room when it was read. */
export const STREAM_SEQ_HEADER = 'stream-seq';
/** The same of the room `admin`, where a list of the shop's room answers staff with more. */
export const ADMIN_STREAM_SEQ_HEADER = 'admin-stream-seq';
