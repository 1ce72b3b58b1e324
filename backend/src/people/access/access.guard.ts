import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { holdsRight } from '@pax/contracts';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ACCESS,
  type Actor,
  type DeclaredAccess,
  assertFreshStep,
  secondStepRequiredError,
} from '../../platform/calls/access.js';
import { ShopError } from '../../platform/shop-error.js';
import { hasBearerToken } from '../../platform/secrets.js';
import { sessionTokenOf } from '../../platform/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { ActorSource } from './actor-source.js';
import { PanelRefusals, WrongTokens } from './refusal-recorder.js';
import { PendingStep } from '../second-step/second-step-state.js';
import type { Freshness } from '../rights/role-source.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Allows a call if the route's declared access permits the caller: 401 without a session, 403 without the
 * right or the second step.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly actors: ActorSource,
    private readonly refusals: PanelRefusals,
    private readonly wrongTokens: WrongTokens,
    private readonly pendingStep: PendingStep,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // Lets socket messages through, because sockets are checked when they connect.
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const declared = this.reflector.getAllAndOverride<DeclaredAccess | undefined>(ACCESS, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (declared === undefined)
      throw new Error(`${request.method} ${request.url} does not say who may call it`);
    return this.checkAccess(declared, request, context.switchToHttp().getResponse<FastifyReply>());
  }

  /**
   * Checks the caller's access; uploads call this method too, before their body is read.
   * @throws ShopError as `canActivate`
   */
  async checkAccess(declared: DeclaredAccess, request: FastifyRequest, reply: FastifyReply): Promise<true> {
    const { access } = declared;
    if (access === 'provider') return true;
    if (access === 'bot') return this.requireBot(request);
    const token = sessionTokenOf(request, this.settings);
    const actor = await this.actors.readByToken(token, requiredFreshness(access, request.method));
    request.sessionOwner = actor;
    // Treats a blocked account, or one whose second step is pending, as a visitor, so that public calls reveal no
    // more to it than other calls.
    if (access !== 'public' || (actor && isUnrestricted(actor))) request.actor = actor;
    // Forbids caching, because the answer depends on the caller.
    if (actor || access !== 'public') void reply.header('cache-control', 'no-store');
    if (access === 'public') return true;
    if (!actor) throw new ShopError('UNAUTHENTICATED', 'Please sign in.');
    return this.requireRight(declared, actor, request);
  }

  private async requireBot(request: FastifyRequest): Promise<true> {
    const { authorization } = request.headers;
    if (hasBearerToken(authorization, this.settings.botApiToken)) return true;
    await this.wrongTokens.recordWrongToken(authorization, request.ip, 'bot');
    throw new ShopError('UNAUTHENTICATED', 'This call needs the service token.');
  }

  private async requireRight(declared: DeclaredAccess, actor: Actor, request: FastifyRequest): Promise<true> {
    const { access, right } = declared;
    if (access === 'restricted') {
      assertStepNotPending(declared, actor, request);
      return true;
    }
    const isPanel = access === 'staff' || access === 'admin';
    if (actor.blocked) {
      if (isPanel) await this.recordRefusal(actor, request);
      throw new ShopError('BLOCKED', 'This account is blocked.');
    }
    assertStepNotPending(declared, actor, request);
    const isAllowed =
      access === 'session' ||
      actor.role === 'admin' ||
      (access === 'staff' && right !== undefined && holdsRight(actor, right));
    if (isAllowed) {
      if (declared.secondStep === 'fresh') assertFreshStep(actor.identity);
      return true;
    }
    if (await this.pendingStep.isOnlyStepMissing(actor)) throw secondStepRequiredError();
    await this.recordRefusal(actor, request);
    throw new ShopError('FORBIDDEN', 'You may not do this. The attempt was logged.');
  }

  private async recordRefusal(actor: Actor, request: FastifyRequest): Promise<void> {
    const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    await this.refusals.recordRefusal(actor, call, request.ip);
  }
}

const isUnrestricted = ({ blocked, identity }: Actor): boolean => !blocked && !identity.mustPass;

/**
 * Lets a session whose second step is pending only complete that step and read its own account.
 * @throws ShopError SECOND_STEP_REQUIRED
 */
function assertStepNotPending(
  { access, secondStep }: DeclaredAccess,
  { identity }: Actor,
  { method }: FastifyRequest,
): void {
  const isOwnRead = access === 'restricted' && SAFE.has(method) && secondStep !== 'owner';
  if (identity.mustPass && secondStep !== 'waiting' && !isOwnRead) throw secondStepRequiredError();
}

/**
 * Chooses how fresh the caller's Discord role must be: changes by staff need a new answer of Discord, admins'
 * calls need none.
 */
function requiredFreshness(access: DeclaredAccess['access'], method: string): Freshness {
  if (access === 'staff') return SAFE.has(method) ? 'recent' : 'act';
  return 'relaxed';
}
