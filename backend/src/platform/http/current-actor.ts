import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../calls/access.js';
import { ShopError } from '../shop-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, set by the access guard. A public call has it only if the account may act. */
    actor?: Actor | undefined;
    /**
     * The account of any live session, even one that may not act: for calls that open or end a session, and for
     * tickets.
     */
    sessionOwner?: Actor | undefined;
  }
}

/** Parameter decorator: the signed-in account, for routes that require a session. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
  return actor;
});

/**
 * Parameter decorator: the account of a live session, even if blocked or with a pending second step, for routes
 * that also serve visitors.
 */
export const SessionOwner = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().sessionOwner,
);

/**
 * Parameter decorator: the signed-in account, for routes that also serve visitors. An account that is blocked or
 * has a pending second step counts as a visitor.
 */
export const MaybeActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().actor,
);
