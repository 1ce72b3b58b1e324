import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ConnectRole } from './connect-role.js';
import { LinkedRolesController } from './linked-roles.controller.js';
import { RoleMetadata } from './role-metadata.js';
import { TellRoleConnections } from './tell-role-connections.js';

/** Discord's linked roles: what a server may ask of an account, with its owner's leave. */
@Module({
  imports: [AccountsModule],
  controllers: [LinkedRolesController],
  providers: [ConnectRole, RoleMetadata, TellRoleConnections],
  exports: [ConnectRole, RoleMetadata],
})
export class LinkedRolesModule {}
