import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  Logger,
  Controller,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { SIGN_IN_ERRORS, type SignInError, authCalls } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../../platform/http/problem.filter.js';
import { ShopError, toProblem } from '../../../platform/shop-error.js';
import { AccessDeniedError, DiscordGuard } from './discord.guard.js';
import { Call } from '../../../platform/calls/call.js';
import { readCallOrigin } from '../../../platform/http/request-context.js';
import { StartBrowserSession } from '../sessions/start-user-session.js';
import { JoinWithGrant, SignInWithDiscord } from './sign-in-with-discord.js';

/**
 * Answers a failed sign-in with Discord: redirects browsers to a page with the reason, and answers programs with an
 * error. A person who declined at Discord is always redirected.
 */
@Catch()
export class SignInFailureFilter implements ExceptionFilter {
  private readonly logger = new Logger('DiscordSignIn');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // Answers an image or frame of another site without a page and without a log line.
    if (error instanceof ShopError && error.code === 'ORIGIN_FORBIDDEN')
      return sendProblem(reply, toProblem(error.code, error.message, error.details, request.id));
    const code = signInErrorCode(error);
    if (code === 'OAUTH_FAILED') this.logger.warn(`Sign-in with Discord failed: ${errorClassName(error)}.`);
    if (code === 'ACCESS_DENIED' || isPageWanted(request)) {
      // Redirects a signed-in person to the account page instead of the sign-in page.
      const page = request.sessionOwner ? '/account?error=CODE#discord' : '/login?error=CODE';
      void reply.redirect(page.replace('CODE', code), 302);
      return;
    }
    const problem =
      error instanceof ShopError
        ? toProblem(error.code, error.message, error.details, request.id)
        : toProblem('OAUTH_FAILED', 'Signing in with Discord did not work.', {}, request.id);
    sendProblem(reply, problem);
  }
}

function signInErrorCode(error: unknown): SignInError {
  if (error instanceof AccessDeniedError) return 'ACCESS_DENIED';
  const code = error instanceof ShopError ? error.code : 'OAUTH_FAILED';
  return SIGN_IN_ERRORS.find((known) => known === code) ?? 'OAUTH_FAILED';
}

/**
 * The name of the error's class. Messages are not logged, because they could contain codes of Discord or the
 * browser.
 */
function errorClassName(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}

function isPageWanted({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
}

/** Calls to sign in with Discord, which the browser opens as pages. */
@Controller()
@UseGuards(DiscordGuard)
@UseFilters(SignInFailureFilter)
export class DiscordSignInController {
  constructor(
    private readonly signInWithDiscord: SignInWithDiscord,
    private readonly startBrowserSession: StartBrowserSession,
    private readonly joinWithGrant: JoinWithGrant,
  ) {}

  /**
   * Starts a sign-in. `?next=/path` names the page to return to; `?join=1` asks a linked person for permission to
   * add them to the server.
   */
  @Call(authCalls.startDiscordSignIn)
  async startSignIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const url = request.discordFlow?.authorizeUrl;
    if (url === undefined) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    await reply.redirect(url, 302);
  }

  @Call(authCalls.finishDiscordSignIn)
  async finishSignIn(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const flow = request.discordFlow;
    if (!flow?.proven) throw new ShopError('OAUTH_FAILED', 'Signing in with Discord did not work.');
    const { sessionOwner: previous } = request;
    // Keeps the session as it is, because adding a person to the server is no sign-in.
    if (flow.purpose === 'join' && previous && flow.joinToken !== undefined) {
      const outcome = await this.joinWithGrant.execute(previous, flow.proven.id, flow.joinToken);
      await reply.redirect(`/account?joined=${outcome}`, 302);
      return;
    }
    const { userAgent } = readCallOrigin(request);
    const account =
      flow.userId !== null && previous ? { ...previous, userAgent, proofHash: flow.proofHash } : undefined;
    const user = await this.signInWithDiscord.execute(flow.proven, flow.purpose, account);
    // A sign-in that created the link does not count as a proof by the linked Discord account.
    const isDiscordProven = flow.purpose !== 'link';
    const isContinuation = !isDiscordProven;
    const who = {
      userId: user.id,
      by: 'discord',
      isDiscordProven,
      isContinuation,
      proven: { discordId: flow.proven.id },
    } as const;
    await this.startBrowserSession.execute(request, reply, who);
    await reply.redirect(flow.nextPath, 302);
  }
}
