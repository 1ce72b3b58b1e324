import { SetMetadata } from '@nestjs/common';
import type { Access, RightsHolder, SecondStepNeed, SecondStepStatus, StaffRight } from '@pax/contracts';

export const ACCESS = Symbol('access');

/** The callers that a route admits: a level, the right that staff need, and whether the second step is asked for again. */
export interface DeclaredAccess {
  readonly access: Access;
  readonly right?: StaffRight | 'any';
  readonly secondStep?: SecondStepNeed;
}

/** Declares who may call a route, or all routes of a controller. The application does not start with an undeclared route. */
export const Allow = ({ access, right, secondStep }: DeclaredAccess): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS, { access, right, secondStep } satisfies DeclaredAccess);

/** How the person signed in to this session; registering counts as a password. */
export type SessionOrigin = 'password' | 'discord' | 'admin-code';

/** The facts that decide an account's rights. */
export interface AccountIdentity {
  /** Proven by Discord sign-in, or null. */
  discordId: string | null;
  /** Created on the server; an admin in sessions opened by admin code. */
  isOperator: boolean;
}

/** The facts that decide a session's rights. */
export interface SessionIdentity extends AccountIdentity {
  openedBy: SessionOrigin;
  /** A session that has to pass the second step first has a customer's rights. */
  secondStep: SecondStepStatus;
  /** The account has a second step, which this session has to pass before anything else; one opened by password need not. */
  mustPass: boolean;
}

/** The signed-in account of a request, with the role and rights that it has in this session. */
export interface Actor extends RightsHolder {
  userId: number;
  sessionId: string;
  blocked: boolean;
  identity: SessionIdentity;
}

/** Tells whether an actor may act as an admin now: neither blocked nor waiting for the second step. */
export const isActingAdmin = ({ role, blocked, identity }: Actor): boolean =>
  role === 'admin' && !blocked && !identity.mustPass;

/** Name of an actor in audit rows and ledger entries. */
export function actorName(actor: Actor | undefined): string {
  return actor ? `user:${actor.userId}` : 'shop';
}
