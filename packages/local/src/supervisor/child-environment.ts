import { PAYMENT_METHODS } from '@pax/contracts';
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

/** A setting for the first start only, since a process that died at its failpoint must not die again. */
const FAILPOINTS = 'FAILPOINTS';

/** Addresses of the data stores in this run. */
export interface DataAddresses {
  /** For the role that serves people. */
  readonly databaseUrl: string;
  /** For the role that owns the tables. */
  readonly migrationDatabaseUrl: string;
  readonly redisUrl?: string;
  readonly queueUrl: string;
}

/** The environments of one run's processes; chosen once, so that backend and bot agree. */
export interface ChildEnvironments {
  readonly shop: (data: DataAddresses) => Environment;
  /** As `shop`, for the one program that may alter tables. */
  readonly migration: (data: DataAddresses) => Environment;
  readonly standIns: Environment;
  readonly playsDiscord: boolean;
  readonly playsStripe: boolean;
  readonly playsPaypal: boolean;
}

/**
 * Builds the environments: the given one, completed with generated secrets and the stand-ins' addresses. The stand-ins get
 * only their own secrets, never a real third party's key.
 */
export function childEnvironments(settings: LocalSettings, secrets: Secrets): ChildEnvironments {
  assertCompleteParties(settings);
  const discord = discordParty(settings, secrets);
  const stripe = stripeParty(settings, secrets);
  const paypal = paypalParty(settings, secrets);
  const { MIGRATION_DATABASE_URL: _, ...given } = withoutEmpty(settings.environment);
  const addresses = {
    // The processes' output goes into files.
    NO_COLOR: '1',
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    DATA_DIR: settings.dataDir,
    PUBLIC_URL: settings.publicUrl,
  };
  const shop = (data: DataAddresses): Environment => ({
    BACKEND_URL: `http://127.0.0.1:${settings.port}`,
    SESSION_SECRET: secrets.sessionSecret,
    BOT_API_TOKEN: secrets.botApiToken,
    BOT_INSTANCE_ID: secrets.botInstanceId,
    METRICS_TOKEN: secrets.metricsToken,
    TOKEN_KEY: secrets.tokenKey,
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
    shop,
    migration: (data) => ({ ...shop(data), MIGRATION_DATABASE_URL: data.migrationDatabaseUrl }),
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

/** The environment of each start of one service: the base, and settings for one start. */
export class StartEnvironment {
  private extra: Environment;

  /** @param base read at each start, since addresses may change */
  constructor(private readonly base: () => Environment) {
    const failpoints = base()[FAILPOINTS];
    this.extra = failpoints === undefined ? {} : { [FAILPOINTS]: failpoints };
  }

  /** Adds settings for the next start only. */
  setForNextStart(extra: Environment): void {
    this.extra = extra;
  }

  /** The environment of the start that begins now. */
  takeForStart(): Environment {
    const { [FAILPOINTS]: _, ...base } = this.base();
    const environment = { ...base, ...this.extra };
    this.extra = {};
    return environment;
  }
}
