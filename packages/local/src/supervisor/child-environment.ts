import { PAYMENT_METHODS } from '@pax/contracts';
import { PUSH_SERVICES } from '@pax/contracts/settings';
import { discordWorld } from '@pax/stand-ins/fixed-ids';
import type { LocalSettings } from '../settings.js';
import {
  type Secrets,
  assertCompleteParties,
  discordParty,
  partnerAddress,
  paypalParty,
  stripeParty,
} from './third-parties.js';

type Environment = Readonly<Record<string, string>>;

/** Setting used for the first start only, since a process that died at its failpoint must not die there again. */
const FAILPOINTS = 'FAILPOINTS';

/** Addresses of the database and the queues in a run. */
export interface DataAddresses {
  /** Database address for the role that the running backend uses. */
  readonly databaseUrl: string;
  /** Database address for the role that owns the tables. */
  readonly migrationDatabaseUrl: string;
  readonly redisUrl?: string;
  readonly queueUrl: string;
}

/** Environments of the processes of a run; built once, so that backend and bot agree. */
export interface ChildEnvironments {
  readonly shop: (data: DataAddresses) => Environment;
  /** Environment of the only program that may change tables; otherwise as `shop`. */
  readonly migration: (data: DataAddresses) => Environment;
  readonly standIns: Environment;
  readonly playsDiscord: boolean;
  readonly playsStripe: boolean;
  readonly playsPaypal: boolean;
}

/**
 * Builds the environments of all processes from the given one, generated secrets and the stand-ins' addresses.
 * Stand-ins get only their own secrets, never the key of a real third party.
 */
export function childEnvironments(settings: LocalSettings, secrets: Secrets): ChildEnvironments {
  assertCompleteParties(settings);
  const discord = discordParty(settings, secrets);
  const stripe = stripeParty(settings, secrets);
  const paypal = paypalParty(settings, secrets);
  const { MIGRATION_DATABASE_URL: _, ...given } = withoutEmpty(settings.environment);
  const addresses = {
    // Colours are switched off, since the output of the processes is written to files.
    NO_COLOR: '1',
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    DATA_DIR: settings.dataDir,
    PUBLIC_URL: settings.publicUrl,
  };
  const buildShopEnvironment = (data: DataAddresses): Environment => ({
    BACKEND_URL: `http://127.0.0.1:${settings.port}`,
    SESSION_SECRET: secrets.sessionSecret,
    BOT_API_TOKEN: secrets.botApiToken,
    BOT_INSTANCE_ID: secrets.botInstanceId,
    METRICS_TOKEN: secrets.metricsToken,
    TOKEN_KEY: secrets.tokenKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    PUSH_HOSTS: [...PUSH_SERVICES, `http://127.0.0.1:${settings.sandboxPort}`].join(','),
    PAYMENT_METHODS: PAYMENT_METHODS.filter((method) => method !== 'none').join(','),
    PARTNER_SHOP_URL: partnerAddress(settings),
    ...given,
    ...addresses,
    ...discord.environment,
    ...stripe.environment,
    ...paypal.environment,
    DATABASE_URL: data.databaseUrl,
    QUEUE_URL: data.queueUrl,
    ...(data.redisUrl === undefined ? {} : { REDIS_URL: data.redisUrl }),
  });
  return {
    playsDiscord: discord.playedByStandIn,
    playsStripe: stripe.playedByStandIn,
    playsPaypal: paypal.playedByStandIn,
    shop: buildShopEnvironment,
    migration: (data) => ({
      ...buildShopEnvironment(data),
      MIGRATION_DATABASE_URL: data.migrationDatabaseUrl,
    }),
    standIns: {
      ...withoutThirdParties(given),
      ...addresses,
      DISCORD_TOKEN: secrets.discordToken,
      DISCORD_CLIENT_ID: discordWorld.applicationId,
      DISCORD_CLIENT_SECRET: secrets.discordClientSecret,
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      PAYPAL_CLIENT_SECRET: secrets.paypalClientSecret,
    },
  };
}

function withoutEmpty(environment: Readonly<Record<string, string | undefined>>): Environment {
  const entries = Object.entries(environment);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

function withoutThirdParties(environment: Environment): Environment {
  const theirs = /^(DISCORD|STRIPE|PAYPAL)_|^(DATABASE|REDIS|QUEUE)_URL$/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !theirs.test(name)));
}

/** Environment for each start of a service: the base, and settings for a single start. */
export class StartEnvironment {
  private extra: Environment;

  /** @param base function read at each start, since addresses may change */
  constructor(private readonly base: () => Environment) {
    const failpoints = base()[FAILPOINTS];
    this.extra = failpoints === undefined ? {} : { [FAILPOINTS]: failpoints };
  }

  /** Adds settings that apply to the next start only. */
  setForNextStart(extra: Environment): void {
    this.extra = extra;
  }

  /** Returns the environment for the start that begins now. */
  takeEnvironmentForStart(): Environment {
    const { [FAILPOINTS]: _, ...base } = this.base();
    const environment = { ...base, ...this.extra };
    this.extra = {};
    return environment;
  }
}
