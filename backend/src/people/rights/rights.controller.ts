import { Controller, Res } from '@nestjs/common';
import {
  roleRightsCalls,
  type RoleRights,
  type RoleRightsAnswer,
  type SetRoleRightsRequest,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { StreamStore } from '../../platform/outbox/stream-store.js';
import { RoleList } from './role-list.js';
import { SetRoleRights } from './set-role-rights.js';

/** Calls to read and change the rights that Discord roles give in the admin panel, for admins only. */
@Controller()
export class RightsController {
  constructor(
    private readonly roles: RoleList,
    private readonly setRights: SetRoleRights,
    private readonly streams: StreamStore,
  ) {}

  @Call(roleRightsCalls.roleRights)
  async listRoles(@Res({ passthrough: true }) reply: FastifyReply): Promise<RoleRightsAnswer> {
    await this.streams.setSeqHeader(reply, 'admin');
    return this.roles.listRoles();
  }

  @Call(roleRightsCalls.setRoleRights)
  changeRights(
    @CurrentActor() actor: Actor,
    @PathParam(roleRightsCalls.setRoleRights, 'id') roleId: string,
    @ZodBody(roleRightsCalls.setRoleRights.body) body: SetRoleRightsRequest,
  ): Promise<RoleRights> {
    return this.setRights.execute(actor, roleId, body);
  }
}
