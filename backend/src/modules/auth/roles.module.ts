import { Module } from '@nestjs/common';
import { DiscordRest } from './discord-rest.js';
import { RoleSource } from './role-source.js';

/** Roles alone, for modules that sign nobody in. */
@Module({ providers: [DiscordRest, RoleSource], exports: [DiscordRest, RoleSource] })
export class RolesModule {}
