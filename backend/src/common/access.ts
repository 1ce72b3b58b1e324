import { SetMetadata } from '@nestjs/common';
import type { Access, Role } from '@pax/contracts';

export const ACCESS = Symbol('access');

/** Declares who may call a route or all routes of a controller. A route without one does not start. */
export const Allow = (access: Access): ClassDecorator & MethodDecorator => SetMetadata(ACCESS, access);

/** How the person proved who it is when the session was opened; registering counts as a password. */
export type SessionOrigin = 'password' | 'discord' | 'admin-code';

/** What the rights of an account rest on. */
export interface AccountIdentity {
  /** Proven by Discord sign-in, or null. */
  discordId: string | null;
  /** Made on the server: an admin in sessions opened by admin code. */
  isOperator: boolean;
}

/** What the rights of a session rest on. */
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

/** Who did something, as it stands in audit rows and ledger entries. */
export function actorName(actor: Actor | undefined): string {
  return actor ? `user:${actor.userId}` : 'shop';
}
