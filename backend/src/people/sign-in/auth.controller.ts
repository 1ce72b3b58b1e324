import { Injectable, Controller, Inject, Req, Res, UseGuards } from '@nestjs/common';
import {
  type CheckAuthAnswer,
  authCalls,
  type AdminLoginRequest,
  type AuthAnswer,
  type CurrentUser,
  type RegisterRequest,
} from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { OwnAccount } from '../profile/own-account.js';
import { PanelRefusals } from '../access/refusal-recorder.js';
import { PendingStep } from '../second-step/second-step-state.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor, SessionOwner } from '../../platform/http/current-actor.js';
import { ShopError } from '../../platform/shop-error.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { knownBrowserOf, clearSessionCookie } from '../../platform/sessions/session-cookie.js';
import { Sessions } from '../../platform/sessions/sessions.js';
import { SETTINGS, type Settings } from '../../settings.js';
import type { User } from '../accounts/user.entity.js';
import { LocalGuard } from './password/local.guard.js';
import { isShopNavigation } from '../../platform/http/origin.js';
import { RegisterWithPassword } from './password/register-with-password.js';
import { StartBrowserSession, type StartUserSessionInput } from './sessions/start-user-session.js';
import { UseAdminCode } from './admin-code/admin-code.js';

/** Answers whether the session may open the admin panel, and records a refused visit. */
@Injectable()
export class CheckAuth {
  constructor(
    private readonly own: OwnAccount,
    private readonly refusals: PanelRefusals,
    private readonly pendingStep: PendingStep,
  ) {}

  async execute(actor: Actor, address: string): Promise<CheckAuthAnswer> {
    const { isAuthorizedUser, role, rights, blocked } = await this.own.readRights(actor);
    const answer = { isAuthorizedUser, role, rights, blocked };
    if (isAuthorizedUser) return answer;
    // Does not record a visit during a sign-in whose second step is pending.
    if (actor.identity.mustPass || (await this.pendingStep.isOnlyStepMissing(actor)))
      return { ...answer, needsSecondStep: true };
    const refused = { ...actor, role, rights, blocked };
    const signInWith = await this.refusals.recordRefusal(refused, 'GET /api/admin/check-auth', address);
    return signInWith.length === 0 ? answer : { ...answer, signInWith };
  }
}

/** Calls to sign in by password or admin code, to sign out, and to read the own account. */
@Controller()
export class AuthController {
  constructor(
    private readonly register: RegisterWithPassword,
    private readonly useAdminCode: UseAdminCode,
    private readonly startBrowserSession: StartBrowserSession,
    private readonly sessions: Sessions,
    private readonly own: OwnAccount,
    private readonly checkAuth: CheckAuth,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(authCalls.register)
  async registerAccount(
    @ZodBody(authCalls.register.body) body: RegisterRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthAnswer> {
    const user = await this.register.execute(body, request.ip);
    return this.signIn(user, 'registration', request, reply);
  }

  @Call(authCalls.login)
  @UseGuards(LocalGuard)
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthAnswer> {
    if (!request.verifiedUser) throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
    return this.signIn(request.verifiedUser, 'password', request, reply);
  }

  @Call(authCalls.adminLogin)
  async adminLogin(
    @ZodBody(authCalls.adminLogin.body) { adminCode }: AdminLoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthAnswer> {
    const { sessionOwner: actor, ip: address } = request;
    const browser = knownBrowserOf(request, this.settings);
    const user = await this.useAdminCode.execute({ code: adminCode, actor, address, browser });
    return this.signIn(user, 'admin-code', request, reply);
  }

  @Call(authCalls.logout)
  async logout(
    @SessionOwner() actor: Actor | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true }> {
    await this.signOut(actor, reply);
    return { success: true };
  }

  /**
   * Signs out by the admin panel's logout link; works only when the browser opens the link from the shop's own
   * site.
   */
  @Call(authCalls.logoutByLink)
  async logoutByLink(
    @SessionOwner() actor: Actor | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!isShopNavigation(request.headers, this.settings.publicUrl))
      throw new ShopError('ORIGIN_FORBIDDEN', 'This call did not come from the shop.');
    await this.signOut(actor, reply);
    await reply.redirect('/login', 302);
  }

  @Call(authCalls.me)
  readCurrentUser(@CurrentActor() actor: Actor): Promise<CurrentUser> {
    return this.own.readUser(actor);
  }

  @Call(authCalls.checkAuth)
  checkPanelAccess(@CurrentActor() actor: Actor, @Req() request: FastifyRequest): Promise<CheckAuthAnswer> {
    return this.checkAuth.execute(actor, request.ip);
  }

  private async signIn(
    { id, username, passwordHash, discordId, operatorSince }: User,
    by: StartUserSessionInput['by'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AuthAnswer> {
    const checked = by === 'password' ? passwordHash : undefined;
    const proven = by === 'admin-code' ? { discordId, isOperator: operatorSince !== null } : undefined;
    await this.startBrowserSession.execute(request, reply, { userId: id, by, passwordHash: checked, proven });
    return { user: { id, username } };
  }

  private async signOut(actor: Actor | undefined, reply: FastifyReply): Promise<void> {
    if (actor) await this.sessions.closeSession(actor.sessionId);
    clearSessionCookie(reply, this.settings);
    // Clears only the browser's cache; cart, theme, language and the known-browser cookie are kept, because
    // visitors need them too.
    void reply.header('clear-site-data', '"cache"');
  }
}
