import { allCalls } from '@pax/contracts';
import { z } from 'zod';

/** Paths of the calls that give a list page by page; lists of one thing have specs of their own. */
export const listPaths: readonly string[] = allCalls.flatMap(({ call: { path, query } }) =>
  !path.includes('/:') && query instanceof z.ZodObject && 'cursor' in query.shape ? [path] : [],
);

/** Paths of the reads whose answer depends on who asks. */
export const personalPaths: readonly string[] = allCalls.flatMap(
  ({ call: { method, path, access, answer } }) =>
    method === 'GET' &&
    answer &&
    !path.includes('/:') &&
    ['restricted', 'session', 'staff', 'admin'].includes(access)
      ? [path]
      : [],
);
