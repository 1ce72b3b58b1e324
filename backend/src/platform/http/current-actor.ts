import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../calls/access.js';
import { ShopError } from '../problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard when the request carries a live session; by a public call only where that may act. */
    actor?: Actor | undefined;
    /** The same, of any live session: for calls that open or end one, and for tickets. */
    sessionOwner?: Actor | undefined;
  }
}

/** The signed-in account; for routes that need a session. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
  return actor;
});

/** The account of a live session, which may be blocked or wait for its second step, where a route serves visitors too. */
export const SessionOwner = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().sessionOwner,
);

/** The signed-in account where a route serves visitors too; one that is blocked or waits for its second step is a visitor. */
export const MaybeActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().actor,
);
