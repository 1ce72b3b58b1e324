import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { LoginRequest } from '@pax/contracts';
import type { User } from '../../accounts/user.entity.js';

/** A login as the strategy gets it. It brings its own check, since strategies are shared by the whole process. */
export interface LoginAttempt {
  body: LoginRequest;
  verify(username: string, password: string): Promise<User>;
}

/** Passport's strategy for name and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy, 'local') {
  constructor() {
    super({ passReqToCallback: true });
  }

  validate(attempt: LoginAttempt, username: string, password: string): Promise<User> {
    return attempt.verify(username, password);
  }
}
