import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { randomRef } from '../../../common/random.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { HashQueue } from './hash-queue.js';

/** OWASP's minimum for argon2id, the library's default, with 16 bytes of salt. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Two cores finish the whole queue in about 2 s. */
const QUEUE_LIMITS = { perCaller: 8, total: 60 };

/** Hashes and checks passwords, at most two at a time (OWN-23). */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly queue: HashQueue;
  private dummyHash = '';

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { rateLimitFactor: factor } = settings;
    this.queue = new HashQueue({
      perCaller: Math.ceil(QUEUE_LIMITS.perCaller * factor),
      total: Math.ceil(QUEUE_LIMITS.total * factor),
    });
  }

  async onModuleInit(): Promise<void> {
    this.dummyHash = await hash(randomRef(), PARAMETERS);
  }

  /** @param from the caller's hashed address, for fair queueing @throws ShopError RATE_LIMITED when too many wait */
  hash(password: string, from: string): Promise<string> {
    return this.queue.run(from, () => hash(password, PARAMETERS));
  }

  /**
   * Whether the password is the stored one; without a stored one false after the same time (OWN-24).
   * @param from as in `hash` @throws ShopError RATE_LIMITED when too many wait
   */
  async verify(stored: string | null, password: string, from: string): Promise<boolean> {
    const isEqual = await this.queue.run(from, () => verify(stored ?? this.dummyHash, password));
    return stored !== null && isEqual;
  }

  /** Whether a stored hash is weaker than those made today. */
  isOutdated(stored: string): boolean {
    return !stored.startsWith(CURRENT_PREFIX);
  }
}
