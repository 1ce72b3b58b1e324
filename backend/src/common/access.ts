import { SetMetadata } from '@nestjs/common';
import type { Access, Role } from '@pax/contracts';

export const ACCESS = Symbol('access');

/** Declares who may call a route, or all routes of a controller. The application does not start with an undeclared route. */
export const Allow = (access: Access): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, access);

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
}

/** The signed-in account of a request. */
export interface Actor {
  userId: number;
  sessionId: string;
  /** The role in this session: that of the account, but customer in a session opened by password. */
  role: Role;
  blocked: boolean;
  identity: SessionIdentity;
}

/** Name of an actor in audit rows and ledger entries. */
export function actorName(actor: Actor | undefined): string {
  return actor ? `user:${actor.userId}` : 'shop';
}
