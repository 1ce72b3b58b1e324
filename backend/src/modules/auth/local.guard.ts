import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { loginRequest } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '../../common/problem.js';
import { parse } from '../../common/zod.pipe.js';
import type { User } from '../accounts/user.entity.js';
import type { LoginAttempt } from './local.strategy.js';
import { VerifyPassword } from './verify-password.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose name and password the call carried. */
    verifiedUser?: User;
  }
}

/** Lets a login through when name and password are right; a malformed one is refused before anything is hashed. */
@Injectable()
export class LocalGuard extends AuthGuard('local') {
  constructor(private readonly verifyPassword: VerifyPassword) {
    super();
  }

  override getRequest(context: ExecutionContext): LoginAttempt {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return {
      body: parse(loginRequest, request.body),
      verify: async (username, password) => {
        const user = await this.verifyPassword.execute(username, password, request.ip);
        request.verifiedUser = user;
        return user;
      },
    };
  }

  override handleRequest<T>(error: unknown, user: T | false): T {
    if (error) throw error;
    if (!user) throw new ShopError('INVALID_CREDENTIALS', 'Invalid credentials');
    return user;
  }
}
