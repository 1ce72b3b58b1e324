import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  NotFoundException,
} from '@nestjs/common';
import type { ErrorCode } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  isDatabaseUnavailable,
  writeRefusalReason,
  type RefusedWrites,
} from '../database/database-errors.js';
import type { KnownRoutes } from './known-routes.js';
import { ShopError, toProblem } from '../shop-error.js';

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'VALIDATION',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  412: 'VALIDATION',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

/** Turns every thrown error into an answer of type application/problem+json with a stable code. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  constructor(
    private readonly routes: KnownRoutes,
    private readonly writes: RefusedWrites,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // Handles NotFoundException as an unknown route, because only the framework throws it; the shop throws
    // ShopError.
    if (error instanceof NotFoundException) return void this.routes.refuse(request, reply);
    const { code, message, details } = this.describeProblem(error);
    if (code === 'INTERNAL') this.logger.error(errorStackOf(error));
    if (code === 'UNAVAILABLE') this.logUnavailable(error, message);
    sendProblem(reply, toProblem(code, message, details, request.id));
  }

  /**
   * Logs why the database is unavailable: a refused write as an error for an operator, a restart or overload as a
   * warning, because that passes by itself.
   */
  private logUnavailable(error: unknown, message: string): void {
    const cause = error instanceof Error ? error.message : String(error);
    if (this.writes.recordRefusal(error)) this.logger.error(`${message} Cause: ${cause}`);
    else this.logger.warn(cause);
  }

  private describeProblem(error: unknown): {
    code: ErrorCode;
    message: string;
    details: Record<string, unknown>;
  } {
    if (error instanceof ShopError)
      return { code: error.code, message: error.message, details: error.details };
    const status = httpStatusOf(error);
    const known = status === undefined ? undefined : BY_STATUS[status];
    if (known) return { code: known, message: errorMessageOf(error), details: {} };
    if (isDatabaseUnavailable(error))
      return {
        code: 'UNAVAILABLE',
        message: `${writeRefusalReason(error) ?? 'The database is not reachable.'} Retry in 2 s.`,
        details: {},
      };
    return { code: 'INTERNAL', message: 'Something went wrong on our side.', details: {} };
  }
}

/** Sends an error answer; `retry-after` says in seconds when to try again, if known. */
export function sendProblem(reply: FastifyReply, problem: ReturnType<typeof toProblem>): void {
  const { code, status, retryAfter } = problem;
  if (code === 'UNAVAILABLE') void reply.header('retry-after', '2');
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  void reply.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

function httpStatusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error === 'object' && error !== null && 'statusCode' in error) return Number(error.statusCode);
  return undefined;
}

function errorStackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function errorMessageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request could not be read.';
}
