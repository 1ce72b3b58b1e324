import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  Logger,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { listErrorCodes, type CallDefinition } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { catchError, finalize, map, type Observable, throwError } from 'rxjs';
import { ShopError } from '../shop-error.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { RateLimiter, rateLimitedError } from '../limits/rate-limiter.js';
import { CALL } from './call.js';

/**
 * Reports answers and messages that break their contract: by an error in development and tests, by a log line in
 * production.
 */
@Injectable()
export class ContractBreaches {
  private readonly logger = new Logger(ContractBreaches.name);
  /** Number of breaches since the start, shown in the metrics. */
  count = 0;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Logs and counts a breach in production.
   * @throws Error in development and tests
   */
  reportBreach(message: string): void {
    if (!this.settings.isProduction) throw new Error(message);
    this.count += 1;
    this.logger.warn(`${message}. Correct it or its definition.`);
  }
}

/** Limit of reads by one account per minute and process; a panel with all its tabs makes some dozens. */
const READS = { points: 1_200, duration: 60 } as const;
/**
 * Limit of concurrent changes by one account per process, because each may hold a database connection while waiting
 * for the account's row.
 */
const MAX_CONCURRENT_CHANGES = 8;

/**
 * Enforces the contract of every API call: limits calls per account, removes undeclared fields, checks error codes.
 * A breach throws in development and tests; in production the answer is sent and the breach counted.
 */
@Injectable()
export class CallContractInterceptor implements NestInterceptor {
  private readonly reads: RateLimiterMemory;
  private readonly maxConcurrentChanges: number;
  /** Number of changes in progress, by account. */
  private readonly runningChanges = new Map<number, number>();

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimiter,
    private readonly breaches: ContractBreaches,
    @Inject(SETTINGS) { rateLimitFactor }: Settings,
  ) {
    this.reads = new RateLimiterMemory({ ...READS, points: Math.ceil(READS.points * rateLimitFactor) });
    this.maxConcurrentChanges = Math.ceil(MAX_CONCURRENT_CHANGES * Math.max(1, rateLimitFactor));
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const call = this.reflector.get<CallDefinition | undefined>(CALL, context.getHandler());
    if (!call) return next.handle();
    const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
    if (call.method === 'GET' && actor) await this.countRead(actor.userId);
    const rule = call.bounds?.perAccount;
    if (rule && actor) await this.limits.take(rule, String(actor.userId));
    const answered = call.method !== 'GET' && actor ? this.beginChange(actor.userId) : () => undefined;
    return next.handle().pipe(
      map((answer) => this.keepDeclaredFields(call, answer)),
      catchError((error: unknown) => throwError(() => this.checkErrorCode(call, error))),
      finalize(answered),
    );
  }

  /**
   * Counts a change in progress.
   * @returns a function that ends it
   * @throws ShopError RATE_LIMITED beyond the account's limit
   */
  private beginChange(userId: number): () => void {
    const others = this.runningChanges.get(userId) ?? 0;
    if (others >= this.maxConcurrentChanges)
      throw new ShopError(
        'RATE_LIMITED',
        'Your earlier requests are still being answered. Please try again in a moment.',
        {
          retryAfter: 1,
        },
      );
    this.runningChanges.set(userId, others + 1);
    return () => {
      const left = (this.runningChanges.get(userId) ?? 1) - 1;
      if (left === 0) this.runningChanges.delete(userId);
      else this.runningChanges.set(userId, left);
    };
  }

  /**
   * Counts a read in memory, because a database row for each read would cost more than most reads.
   * @throws ShopError RATE_LIMITED
   */
  private async countRead(userId: number): Promise<void> {
    await this.reads.consume(userId).catch((refused: unknown) => {
      throw refused instanceof RateLimiterRes ? rateLimitedError(refused.msBeforeNext) : refused;
    });
  }

  /** Removes all fields from an answer that its schema does not declare. */
  private keepDeclaredFields(call: CallDefinition, answer: unknown): unknown {
    // Skips a prepared body, which the specs of its cache check.
    if (!call.answer || answer instanceof Buffer) return answer;
    const parsed = call.answer.safeParse(answer);
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    this.reportBreach(call, `answers what its schema does not allow (${issues.slice(0, 500)})`);
    return answer;
  }

  private checkErrorCode(call: CallDefinition, error: unknown): unknown {
    if (error instanceof ShopError && !listErrorCodes(call).includes(error.code))
      this.reportBreach(call, `answers ${error.code}, which it does not declare`);
    return error;
  }

  private reportBreach({ method, path }: CallDefinition, what: string): void {
    this.breaches.reportBreach(`${method} ${path} ${what}`);
  }
}
