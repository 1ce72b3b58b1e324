import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessGuard } from './access.guard.js';
import { ActorSource } from './actor-source.js';
import { DeclaredRoutes } from './declared-routes.js';
import { DiscordRest } from './discord-rest.js';
import { RoleSource } from './role-source.js';

/** Who somebody is and what they may do. */
@Module({
  imports: [AccountsModule, DiscoveryModule],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    ActorSource,
    DeclaredRoutes,
    DiscordRest,
    RoleSource,
  ],
  exports: [ActorSource, DeclaredRoutes, DiscordRest, RoleSource],
})
export class AuthModule {}
