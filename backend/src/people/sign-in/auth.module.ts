import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { ProfileModule } from '../profile/profile.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessGuard } from '../access/access.guard.js';
import { ActorSource } from '../access/actor-source.js';
import { AuthController, CheckAuth } from './auth.controller.js';
import { BlockCodeGuesser, IssueAdminCode, UseAdminCode } from './admin-code/admin-code.js';
import { ChangePassword, ChangePasswordController } from './password/change-password.js';
import { ChangePasswordAtSignIn } from './password/change-password-at-sign-in.js';
import { AddPasskey } from '../second-step/add-passkey.js';
import { StepAttempt } from '../second-step/step-attempt.js';
import { PassWithCode, PassWithPasskey } from '../second-step/pass-step.js';
import { PendingStep, SecondStepState } from '../second-step/second-step-state.js';
import { RemoveStepMethod } from '../second-step/remove-step-method.js';
import { SecondStepController, SetUpController } from '../second-step/second-step.controller.js';
import { SetUpTotp } from '../second-step/set-up-totp.js';
import { StepChange } from '../second-step/step-change.js';
import { StepChallenges } from '../second-step/step-challenges.js';
import { TotpKeys } from '../second-step/totp.js';
import { WebAuthn } from '../second-step/webauthn.js';
import { CommonPasswords, StaffPasswords } from './password/password-rules.js';
import { DeclaredRoutes } from '../access/declared-routes.js';
import { DiscordLinkController } from './discord/discord-link.controller.js';
import { DiscordSignInController } from './discord/discord-sign-in.controller.js';
import { DiscordStrategy } from './discord/discord.guard.js';
import { KnownBrowsers } from './sessions/known-browsers.js';
import { LocalStrategy } from './password/local.guard.js';
import { OauthStates } from './discord/oauth-states.js';
import { StartUserSession, StartBrowserSession } from './sessions/start-user-session.js';
import { PanelRefusals, WrongTokens } from '../access/refusal-recorder.js';
import { OwnerProof } from './password/owner-proof.js';
import { OwnSessions } from './sessions/own-sessions.js';
import { PasswordHasher } from './password/password-hasher.js';
import { RegisterWithPassword } from './password/register-with-password.js';
import { RolesModule } from '../rights/roles.module.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { JoinWithGrant, SignInWithDiscord } from './discord/sign-in-with-discord.js';
import { UnlinkDiscord } from './discord/unlink-discord.js';
import { VerifyPassword } from './password/verify-password.js';

const useCases = [
  BlockCodeGuesser,
  ChangePassword,
  CheckAuth,
  IssueAdminCode,
  StartUserSession,
  OwnerProof,
  OwnSessions,
  RegisterWithPassword,
  ChangePasswordAtSignIn,
  StartBrowserSession,
  JoinWithGrant,
  SignInWithDiscord,
  UnlinkDiscord,
  UseAdminCode,
  VerifyPassword,
];

/** Providers of the second step of admins and staff. */
const secondStep = [
  AddPasskey,
  StepAttempt,
  PassWithCode,
  PassWithPasskey,
  PendingStep,
  RemoveStepMethod,
  SecondStepState,
  SetUpTotp,
  StepChange,
  StepChallenges,
  TotpKeys,
  WebAuthn,
];

/** Authentication, user sessions and roles. */
@Module({
  imports: [AccountsModule, DiscoveryModule, ProfileModule, RolesModule],
  controllers: [
    AuthController,
    DiscordLinkController,
    DiscordSignInController,
    ChangePasswordController,
    SecondStepController,
    SessionsController,
    SetUpController,
  ],
  providers: [
    AccessGuard,
    { provide: APP_GUARD, useExisting: AccessGuard },
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
    WrongTokens,
    ...useCases,
    ...secondStep,
  ],
  exports: [ActorSource, DeclaredRoutes, IssueAdminCode, OwnerProof, RolesModule, WrongTokens],
})
export class AuthModule {}
