import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toProblem } from '../shop-error.js';

const PARAMETER = /^:/;

/** Lists the registered routes, to distinguish a wrong method from a wrong address. */
export class KnownRoutes {
  private readonly methods = new Map<string, Set<string>>();

  /** Starts recording routes; must be created before the first route is registered. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ method, url }) => {
      if (url.includes('*')) return;
      const known = this.methods.get(url) ?? new Set();
      for (const one of [method].flat()) known.add(one.toUpperCase());
      this.methods.set(url, known);
    });
  }

  /** The methods that an address supports; empty for an unknown address. */
  methodsOf(address: string): string[] {
    const asked = (address.split('?', 1)[0] ?? '').split('/');
    const found = [...this.methods].filter(([url]) => isPathMatch(url.split('/'), asked));
    return [...new Set(found.flatMap(([, methods]) => [...methods]))].toSorted();
  }

  /** Answers requests that match no route: 405 with the allowed methods, 204 to OPTIONS, else 404. */
  readonly refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Forbids caching, because a cache would still answer 404 when the address exists later.
    void reply.header('cache-control', 'no-store');
    const known = this.methodsOf(request.url);
    // Answers 404 when the method is allowed: the address is wrong then, for example because a parameter is too
    // long.
    const allowed = known.includes(request.method) ? [] : known;
    if (allowed.length > 0) void reply.header('allow', [...allowed, 'OPTIONS'].join(', '));
    if (allowed.length > 0 && request.method === 'OPTIONS') return reply.status(204).send();
    const body =
      allowed.length > 0
        ? toProblem('METHOD_NOT_ALLOWED', 'This address does not take that method.', {}, request.id)
        : toProblem('NOT_FOUND', 'There is nothing here.', {}, request.id);
    return reply.status(body.status).type('application/problem+json').send(JSON.stringify(body));
  };
}

function isPathMatch(pattern: readonly string[], asked: readonly string[]): boolean {
  return (
    pattern.length === asked.length &&
    pattern.every((part, place) => part === asked[place] || (PARAMETER.test(part) && asked[place] !== ''))
  );
}
