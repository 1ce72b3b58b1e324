import { Module } from '@nestjs/common';
import { DiscordRest } from './discord/discord-rest.js';
import { RoleNews } from './role-news.js';
import { RoleSource } from './role-source.js';

/** Roles alone, for modules that sign nobody in. */
@Module({ providers: [DiscordRest, RoleNews, RoleSource], exports: [DiscordRest, RoleSource] })
export class RolesModule {}
