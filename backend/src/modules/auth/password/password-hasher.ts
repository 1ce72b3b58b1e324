import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { randomRef } from '../../../common/random.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { HashQueue } from './hash-queue.js';

/** argon2id (the library's default) with 16 bytes of salt: OWASP's least memory and passes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Two cores work through the whole queue in about two seconds. */
const WAITING = { perCaller: 8, overAll: 60 };

/** Hashes and checks passwords, at most two at a time (OWN-23). */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly queue: HashQueue;
  private nobody = '';

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { rateLimitFactor: factor } = settings;
    this.queue = new HashQueue({
      perCaller: Math.ceil(WAITING.perCaller * factor),
      overAll: Math.ceil(WAITING.overAll * factor),
    });
  }

  async onModuleInit(): Promise<void> {
    this.nobody = await hash(randomRef(), PARAMETERS);
  }

  /**
   * @param from the caller's address, hashed: callers take turns
   * @throws ShopError RATE_LIMITED when too many wait
   */
  hash(password: string, from: string): Promise<string> {
    return this.queue.run(from, () => hash(password, PARAMETERS));
  }

  /**
   * Whether the password is the stored one. Without a stored one it costs the same time and is wrong (OWN-24).
   * @param from the caller's address, hashed: callers take turns
   * @throws ShopError RATE_LIMITED when too many wait
   */
  async verify(stored: string | null, password: string, from: string): Promise<boolean> {
    const isEqual = await this.queue.run(from, () => verify(stored ?? this.nobody, password));
    return stored !== null && isEqual;
  }

  /** Whether a stored hash is weaker than those made today. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(CURRENT);
  }
}
