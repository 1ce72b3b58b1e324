import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { SIGN_IN_ERRORS, type SignInError } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShopError, toProblem } from '../../../common/problem.js';
import { AccessDeniedError } from './discord.guard.js';

/**
 * Ends a sign-in with Discord that came to nothing. A browser goes back to the sign-in page, which says why; a
 * program gets the problem. Saying no at Discord is no failure and always leads back.
 */
@Catch()
export class SignInFailureFilter implements ExceptionFilter {
  private readonly logger = new Logger('DiscordSignIn');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const code = codeOf(error);
    if (code === 'OAUTH_FAILED') this.logger.warn(`${request.id} ${nameOf(error)}`);
    if (code === 'ACCESS_DENIED' || wantsPage(request)) {
      // Who is signed in sees no sign-in page: the account page tells them.
      const page = request.actor ? '/account?error=CODE#discord' : '/login?error=CODE';
      void reply.redirect(page.replace('CODE', code), 302);
      return;
    }
    const problem =
      error instanceof ShopError
        ? toProblem(error.code, error.message, error.details, request.id)
        : toProblem('OAUTH_FAILED', 'Signing in with Discord did not work.', {}, request.id);
    void reply.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }
}

function codeOf(error: unknown): SignInError {
  if (error instanceof AccessDeniedError) return 'ACCESS_DENIED';
  const code = error instanceof ShopError ? error.code : 'OAUTH_FAILED';
  return SIGN_IN_ERRORS.find((known) => known === code) ?? 'OAUTH_FAILED';
}

/** What went wrong, without anything Discord or the browser sent: messages of theirs could hold codes. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
}
