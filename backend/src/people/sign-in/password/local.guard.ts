import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { loginRequest } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '../../../platform/problem.js';
import { parse } from '../../../platform/http/zod.pipe.js';
import { knownBrowserOf } from '../../../platform/sessions/known-browser-cookie.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { User } from '../../accounts/user.entity.js';
import { callOrigin } from '../../access/call-origin.js';
import type { LoginAttempt } from './local.strategy.js';
import { RenewPassword } from './renew-password.js';
import { VerifyPassword } from './verify-password.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose name and password the call carried. */
    verifiedUser?: User;
  }
}

/** Lets a login through when name and password are right; refuses a malformed one before hashing. */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly renewPassword: RenewPassword,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    super();
  }

  override getRequest(context: ExecutionContext): LoginAttempt {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const body = parse(loginRequest, request.body);
    return {
      body,
      verify: async (username, password) => {
        const browser = knownBrowserOf(request, this.settings);
        const user = await this.verifyPassword.execute({ username, password, address: request.ip, browser });
        const renewal = { user, password, newPassword: body.newPassword };
        request.verifiedUser = await this.renewPassword.execute(renewal, callOrigin(request));
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
