import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../calls/access.js';
import { ShopError } from '../problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard when the request carries a live session. */
    actor?: Actor;
  }
}

/** The signed-in account; for routes that need a session. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
  return actor;
});

/** The signed-in account where a route serves visitors too. */
export const MaybeActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().actor,
);
