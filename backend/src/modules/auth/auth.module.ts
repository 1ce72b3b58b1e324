import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessGuard } from './access.guard.js';
import { ActorSource } from './actor-source.js';
import { AuthController } from './auth.controller.js';
import { BlockGuessers } from './block-guessers.js';
import { ChangePassword } from './change-password.js';
import { CheckAuth } from './check-auth.js';
import { CommonPasswords } from './common-passwords.js';
import { DeclaredRoutes } from './declared-routes.js';
import { DiscordLinkController } from './discord-link.controller.js';
import { DiscordSignInController } from './discord-sign-in.controller.js';
import { DiscordStrategy } from './discord.strategy.js';
import { IssueAdminCode } from './issue-admin-code.js';
import { KnownBrowsers } from './known-browsers.js';
import { LocalStrategy } from './local.strategy.js';
import { OauthStates } from './oauth-states.js';
import { StartUserSession } from './start-user-session.js';
import { PanelRefusals } from './panel-refusals.js';
import { OwnerProof } from './owner-proof.js';
import { OwnSessions } from './own-sessions.js';
import { PasswordController } from './password.controller.js';
import { PasswordHasher } from './password-hasher.js';
import { Register } from './register.js';
import { RenewPassword } from './renew-password.js';
import { RolesModule } from './roles.module.js';
import { SessionsController } from './sessions.controller.js';
import { SignInBrowser } from './sign-in-browser.js';
import { SignInWithDiscord } from './sign-in-with-discord.js';
import { StaffPasswords } from './staff-passwords.js';
import { UnlinkDiscord } from './unlink-discord.js';
import { UseAdminCode } from './use-admin-code.js';
import { VerifyPassword } from './verify-password.js';

const useCases = [
  BlockGuessers,
  ChangePassword,
  CheckAuth,
  IssueAdminCode,
  StartUserSession,
  OwnerProof,
  OwnSessions,
  Register,
  RenewPassword,
  SignInBrowser,
  SignInWithDiscord,
  UnlinkDiscord,
  UseAdminCode,
  VerifyPassword,
];

/** Who somebody is and what they may do. */
@Module({
  imports: [AccountsModule, DiscoveryModule, RolesModule],
  controllers: [
    AuthController,
    DiscordLinkController,
    DiscordSignInController,
    PasswordController,
    SessionsController,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    ActorSource,
    CommonPasswords,
    DeclaredRoutes,
    DiscordStrategy,
    KnownBrowsers,
    LocalStrategy,
    OauthStates,
    PanelRefusals,
    PasswordHasher,
    StaffPasswords,
    ...useCases,
  ],
  exports: [ActorSource, DeclaredRoutes, IssueAdminCode, RolesModule],
})
export class AuthModule {}
