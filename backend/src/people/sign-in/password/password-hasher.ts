import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from '../../../platform/fair-queue.js';
import { ShopError } from '../../../platform/shop-error.js';
import { randomRef } from '../../../platform/secrets.js';
import { addressKey, networkKey } from '../../../platform/limits/address-keys.js';
import { SETTINGS, type Settings } from '../../../settings.js';

/** Parameters of argon2id: OWASP's minimum, which is the library's default, with 16 bytes of salt. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT_PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Limit of concurrent hashes; each one uses a processor core and 19 MiB. */
const MAX_CONCURRENT = 2;
/**
 * Limits of waiting hashes: of one address, and in each lane of the fair queue. Two cores finish a full lane in 2
 * s.
 */
const QUEUE_LIMITS = { perCaller: 8, total: 60 };
/**
 * Time for which a hash counts against the network of its caller, ms. Within that time a busy network yields to new
 * callers.
 */
const MEMORY_MS = 60_000;

/** The person who waits for a password hash. */
export interface HashCaller {
  address: string;
  /** True when the account is the caller's own, as known from a browser that signed in before or from a session. */
  isKnown: boolean;
}

/** Hashes and verifies passwords, at most two at a time. */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly queue: FairQueue;
  private dummyHash = '';

  constructor(@Inject(SETTINGS) settings: Settings) {
    const { rateLimitFactor: factor } = settings;
    this.queue = new FairQueue({
      atOnce: MAX_CONCURRENT,
      memoryMs: MEMORY_MS,
      refusal: tooManyHashesError,
      perCaller: Math.ceil(QUEUE_LIMITS.perCaller * factor),
      total: Math.ceil(QUEUE_LIMITS.total * factor),
    });
  }

  async onModuleInit(): Promise<void> {
    this.dummyHash = await hash(randomRef(), PARAMETERS);
  }

  /**
   * Hashes a password.
   * @param from the caller who waits for the hash
   * @throws ShopError RATE_LIMITED when too many wait
   */
  hashPassword(password: string, from: HashCaller): Promise<string> {
    return this.queue.runTask(queueCallerFor(from), () => hash(password, PARAMETERS));
  }

  /**
   * Tells whether the password matches the stored hash. Without a stored hash the answer is false after the same
   * time.
   * @param from the caller, as in `hashPassword`
   * @throws ShopError RATE_LIMITED when too many wait
   */
  async verifyPassword(stored: string | null, password: string, from: HashCaller): Promise<boolean> {
    const isEqual = await this.queue.runTask(queueCallerFor(from), () =>
      verify(stored ?? this.dummyHash, password),
    );
    return stored !== null && isEqual;
  }

  /** Tells whether a stored hash is weaker than new hashes. */
  isHashOutdated(stored: string): boolean {
    return !stored.startsWith(CURRENT_PREFIX);
  }
}

const queueCallerFor = ({ address, isKnown }: HashCaller) => ({
  path: [networkKey(address), addressKey(address)],
  isKnown,
});

const tooManyHashesError = (): ShopError =>
  new ShopError('RATE_LIMITED', 'Many people are signing in. Please try again in a moment.', {
    retryAfter: 1,
  });
