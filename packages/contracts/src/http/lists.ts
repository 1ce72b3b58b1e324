import { z } from 'zod';

/** Query of list calls. `cursor` is the id after which the page starts. */
export const listQuery = z.strictObject({
  q: z.string().trim().max(100).optional(),
  state: z.string().max(40).optional(),
  sort: z.string().max(40).optional(),
  cursor: z.string().max(80).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().int().min(1).max(500))
    .default(100),
});
export type ListQuery = z.infer<typeof listQuery>;

/** Header of list answers: the number of the newest socket message of the list's room when it was read. */
export const STREAM_SEQ_HEADER = 'stream-seq';
