import { Injectable, type ExecutionContext, Inject } from '@nestjs/common';
import { PassportStrategy, AuthGuard } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { type LoginRequest, loginRequest } from '@pax/contracts';
import type { User } from '../../accounts/user.entity.js';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '../../../platform/shop-error.js';
import { parseInput } from '../../../platform/http/zod.pipe.js';
import { knownBrowserOf } from '../../../platform/sessions/session-cookie.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { readCallOrigin } from '../../../platform/http/request-context.js';
import { ChangePasswordAtSignIn } from './change-password-at-sign-in.js';
import { VerifyPassword } from './verify-password.js';

/**
 * A login as passport's strategy gets it. Contains its own check function, because the whole process shares the
 * strategies.
 */
export interface LoginAttempt {
  body: LoginRequest;
  verify(username: string, password: string): Promise<User>;
}

/** Passport's strategy for username and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy, 'local') {
  constructor() {
    super({ passReqToCallback: true });
  }

  validate(attempt: LoginAttempt, username: string, password: string): Promise<User> {
    return attempt.verify(username, password);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose username and password were verified. */
    verifiedUser?: User;
  }
}

/**
 * Lets a login through when username and password are right. Refuses a malformed request before the slow hashing.
 */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly changePassword: ChangePasswordAtSignIn,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  override getRequest(context: ExecutionContext): LoginAttempt {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const body = parseInput(loginRequest, request.body);
    return {
      body,
      verify: async (username, password) => {
        const browser = knownBrowserOf(request, this.settings);
        const user = await this.verifyPassword.execute({ username, password, address: request.ip, browser });
        const passwords = { user, password, newPassword: body.newPassword };
        request.verifiedUser = await this.changePassword.execute(passwords, readCallOrigin(request));
        return request.verifiedUser;
      },
    };
  }

  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    if (!user) throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
    return user;
  }
}
