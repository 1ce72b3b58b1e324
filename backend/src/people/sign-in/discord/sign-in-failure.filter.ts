import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { SIGN_IN_ERRORS, type SignInError } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../../../platform/http/problem.filter.js';
import { ShopError, toProblem } from '../../../platform/problem.js';
import { AccessDeniedError } from './discord.guard.js';

/**
 * Answers a failed sign-in with Discord: redirects a browser to the page that shows the reason, sends programs the
 * problem. A refusal by the person always redirects.
 */
@Catch()
export class SignInFailureFilter implements ExceptionFilter {
  private readonly logger = new Logger('DiscordSignIn');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // An image or frame of another site shows no page, and fills no log.
    if (error instanceof ShopError && error.code === 'ORIGIN_FORBIDDEN')
      return sendProblem(reply, toProblem(error.code, error.message, error.details, request.id));
    const code = codeOf(error);
    if (code === 'OAUTH_FAILED') this.logger.warn(`Sign-in with Discord failed: ${nameOf(error)}.`);
    if (code === 'ACCESS_DENIED' || wantsPage(request)) {
      // The sign-in page is not shown to who is signed in.
      const page = request.actor ? '/account?error=CODE#discord' : '/login?error=CODE';
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

function codeOf(error: unknown): SignInError {
  if (error instanceof AccessDeniedError) return 'ACCESS_DENIED';
  const code = error instanceof ShopError ? error.code : 'OAUTH_FAILED';
  return SIGN_IN_ERRORS.find((known) => known === code) ?? 'OAUTH_FAILED';
}

/** The error's class only, because messages of Discord or the browser could hold codes. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
}
