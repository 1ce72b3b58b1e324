import { Controller } from '@nestjs/common';
import { discordCalls, type JoinServerAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { Call } from '../../platform/calls/call.js';
import { InviteToServer } from './invite-to-server.js';

@Controller()
export class JoinServerController {
  constructor(private readonly inviteToServer: InviteToServer) {}

  /** Answers a person who is a member already that they are one, not with an error. */
  @Call(discordCalls.inviteToServer)
  invite(@CurrentActor() { userId }: Actor): Promise<JoinServerAnswer> {
    return this.inviteToServer.execute(userId);
  }
}
