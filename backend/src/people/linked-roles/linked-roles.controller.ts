import { Controller } from '@nestjs/common';
import { peopleCalls, type LinkedRolesAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { Call } from '../../platform/calls/call.js';
import { ConnectRole } from './connect-role.js';

/** The account page's state of linked roles; the grant itself comes with a sign-in at Discord. */
@Controller()
export class LinkedRolesController {
  constructor(private readonly connectRole: ConnectRole) {}

  @Call(peopleCalls.linkedRoles)
  of(@CurrentActor() { userId }: Actor): Promise<LinkedRolesAnswer> {
    return this.connectRole.of(userId);
  }

  @Call(peopleCalls.endLinkedRoles)
  async end(@CurrentActor() { userId }: Actor): Promise<LinkedRolesAnswer> {
    await this.connectRole.end(userId);
    return this.connectRole.of(userId);
  }
}
