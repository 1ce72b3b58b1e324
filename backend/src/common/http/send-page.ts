import type { ListQuery } from '@pax/contracts';
import type { FastifyReply } from 'fastify';

/** Sends one page of a list: the bare array, with X-Total-Count and the address of the next page as headers. */
export function sendPage<T>(
  reply: FastifyReply,
  path: string,
  query: ListQuery,
  page: { items: T[]; total: number; next?: string },
): T[] {
  void reply.header('x-total-count', String(page.total));
  if (page.next !== undefined) {
    const rest = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...query, cursor: page.next }))
      if (value !== undefined) rest.set(key, String(value));
    void reply.header('link', `</api/${path}?${rest.toString()}>; rel="next"`);
  }
  return page.items;
}
