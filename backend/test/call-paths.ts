import { allCalls } from '@pax/contracts';
import { z } from 'zod';

const listCalls = allCalls.flatMap(({ call: { path, query } }) =>
  !path.includes('/:') && query instanceof z.ZodObject && 'cursor' in query.shape ? [{ path, query }] : [],
);

/** Paths of calls that return a list page by page; lists of one record have specs of their own. */
export const listPaths = listCalls.map(({ path }) => path);

/** Paths of the lists that can be searched. */
export const searchedListPaths = listCalls.flatMap(({ path, query }) =>
  query.safeParse({ q: 'x' }).success ? [path] : [],
);

/** Paths of reads whose answer depends on the caller. */
export const personalPaths: readonly string[] = allCalls.flatMap(
  ({ call: { method, path, access, answer } }) =>
    method === 'GET' &&
    answer &&
    !path.includes('/:') &&
    ['restricted', 'session', 'staff', 'admin'].includes(access)
      ? [path]
      : [],
);
