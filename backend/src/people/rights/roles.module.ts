import { Module } from '@nestjs/common';
import { DiscordMembers } from './discord-members.js';
import { RightsController } from './rights.controller.js';
import { RoleRights } from './role-rights.js';
import { RightsRooms, SetRoleRights } from './set-role-rights.js';
import { SelfGivenRoles } from './self-given-roles.js';
import { RoleBroadcast } from './role-broadcast.js';
import { RoleList } from './role-list.js';
import { RoleSource } from './role-source.js';

/** Discord roles and the rights that they give, for modules that need no sign-in. */
@Module({
  controllers: [RightsController],
  providers: [
    DiscordMembers,
    RightsRooms,
    RoleBroadcast,
    RoleList,
    RoleRights,
    RoleSource,
    SelfGivenRoles,
    SetRoleRights,
  ],
  exports: [DiscordMembers, RightsRooms, RoleList, RoleSource],
})
export class RolesModule {}
