import {
  fillPath,
  TOTAL_CAPPED_HEADER,
  MAX_EXACT_TOTAL,
  type CallDefinition,
  type ListQuery,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';

/** One page of a list, with the number of rows of the whole list. */
export interface Page<T> {
  items: T[];
  /** Number of rows of the whole list; MAX_EXACT_TOTAL + 1 stands for any larger number. */
  total: number;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

/** Sends one page of a list: the bare array, with X-Total-Count and the address of the next page as headers. */
export function sendPage<T>(
  reply: FastifyReply,
  { path }: CallDefinition,
  query: ListQuery,
  page: Page<T>,
  params: Readonly<Record<string, string | number>> = {},
): T[] {
  void reply.header('x-total-count', String(Math.min(page.total, MAX_EXACT_TOTAL)));
  if (page.total > MAX_EXACT_TOTAL) void reply.header(TOTAL_CAPPED_HEADER, 'true');
  if (page.next !== undefined) {
    const rest = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...query, cursor: page.next }))
      if (value !== undefined) rest.set(key, String(value));
    void reply.header('link', `<${fillPath(path, params)}?${rest.toString()}>; rel="next"`);
  }
  return page.items;
}
