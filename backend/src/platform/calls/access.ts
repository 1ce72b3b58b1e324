import { SetMetadata } from '@nestjs/common';
import type { Access, RightsHolder, SecondStepNeed, SecondStepStatus, StaffRight } from '@pax/contracts';
import { ShopError } from '../shop-error.js';

export const ACCESS = Symbol('access');

/**
 * The callers that a route accepts: the access level, the right that staff need, and whether the second step is
 * required again.
 */
export interface DeclaredAccess {
  readonly access: Access;
  readonly right?: StaffRight | 'any';
  readonly secondStep?: SecondStepNeed;
}

/**
 * Declares who may call a route, or all routes of a controller. The application does not start with an undeclared
 * route.
 */
export const Allow = ({ access, right, secondStep }: DeclaredAccess): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, { access, right, secondStep } satisfies DeclaredAccess);

/** How the person signed in to a session; a registration counts as a password. */
export type SessionOrigin = 'password' | 'discord' | 'admin-code';

/** The facts about an account that decide its rights. */
export interface AccountIdentity {
  /** The Discord id, proven by a sign-in with Discord, or null. */
  discordId: string | null;
  /** True for an account created on the server, which is an admin in sessions opened by admin code. */
  isOperator: boolean;
}

/** The facts about a session that decide its rights. */
export interface SessionIdentity extends AccountIdentity {
  openedBy: SessionOrigin;
  /** State of the second step. A session whose step is pending has a customer's rights. */
  secondStep: SecondStepStatus;
  /** True if the session must pass the second step before anything else; a session opened by password need not. */
  mustPass: boolean;
}

/** The signed-in account of a request, with its role and rights in this session. */
export interface Actor extends RightsHolder {
  userId: number;
  sessionId: string;
  blocked: boolean;
  identity: SessionIdentity;
}

/** Tells whether the actor may act as an admin: neither blocked nor with a pending second step. */
export const isActingAdmin = ({ role, blocked, identity }: Actor): boolean =>
  role === 'admin' && !blocked && !identity.mustPass;

/** The name of an actor in audit rows and journal entries. */
export function actorName(actor: Actor | undefined): string {
  return actor ? `user:${actor.userId}` : 'shop';
}

export function secondStepRequiredError(): ShopError {
  return new ShopError('SECOND_STEP_REQUIRED', 'Please confirm with your second step.');
}

/**
 * Checks before a sensitive action that an account with a second step passed it a few minutes ago.
 * @throws ShopError SECOND_STEP_REQUIRED
 */
export function assertFreshStep({ secondStep }: Pick<SessionIdentity, 'secondStep'>): void {
  if (secondStep === 'pending' || secondStep === 'passed') throw secondStepRequiredError();
}
