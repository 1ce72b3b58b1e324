import { getHostReach } from './host-reach.js';
import { isPlaceholder, findSecretWeakness } from './weak-secret.js';

/** Settings that decide whether the rules for production apply. */
interface DeploymentSettings {
  readonly NODE_ENV?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  /** Address on which a server listens. */
  readonly HOST?: string | undefined;
}

/** Setting names of a program, grouped by the rules for production. */
export interface ProductionKeys {
  /** Secrets of the operator, which must be long, random and different from each other. */
  readonly ownSecrets: readonly string[];
  /** Secrets of third parties, which may have any form. */
  readonly thirdPartySecrets: readonly string[];
  /** Addresses of third parties; without services in the operator's own network, such as the database and Redis. */
  readonly providerAddresses: readonly string[];
}

/** True for NODE_ENV `production`, and for any shop that other machines can reach. */
export const isProduction = ({ NODE_ENV, PUBLIC_URL }: DeploymentSettings): boolean =>
  NODE_ENV === 'production' || (PUBLIC_URL !== undefined && getHostReach(PUBLIC_URL) !== 'loopback');

/**
 * True for a run that only this machine can reach: it listens only locally, and PUBLIC_URL or NODE_ENV is set. Without
 * both, it may be a server whose operator forgot them.
 */
function isLocalRun({ NODE_ENV, PUBLIC_URL, HOST = '127.0.0.1' }: DeploymentSettings): boolean {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  const isListeningHere = URL.canParse(`http://${host}`) && getHostReach(`http://${host}`) === 'loopback';
  return isListeningHere && (NODE_ENV !== undefined || PUBLIC_URL !== undefined);
}

/**
 * Finds unsafe settings of a production run. Of other runs, finds weak secrets if other machines can reach them.
 * @returns one line per setting
 */
export function findProductionFaults(
  env: DeploymentSettings & Readonly<Record<string, unknown>>,
  keys: ProductionKeys,
): string[] {
  const textOf = (key: string): string | undefined => {
    const value = env[key];
    return typeof value === 'string' ? value : undefined;
  };
  const weakSecrets = keys.ownSecrets.flatMap((key, at) =>
    findOwnSecretFaults(key, textOf, keys.ownSecrets.slice(0, at)),
  );
  if (!isProduction(env)) return isLocalRun(env) ? [] : weakSecrets;
  return [
    ...findPublicUrlFaults(env.PUBLIC_URL),
    ...weakSecrets,
    ...keys.thirdPartySecrets
      .filter((key) => isPlaceholder(textOf(key) ?? ''))
      .map((key) => `${key}: is a placeholder`),
    ...keys.providerAddresses.flatMap((key) => findProviderFaults(key, textOf(key))),
    ...findStripeFaults(textOf),
    ...findPaypalFaults(textOf),
    ...(Number(env['RATE_LIMIT_FACTOR'] ?? 1) > 1
      ? ['RATE_LIMIT_FACTOR: above 1 is refused in production']
      : []),
    ...(env['FAILPOINTS'] === undefined ? [] : ['FAILPOINTS: is refused in production']),
    ...(textOf('QUEUE_URL')?.startsWith('postgres')
      ? ['QUEUE_URL: the Postgres queue is for local runs only']
      : []),
  ];
}

function findPublicUrlFaults(address: string | undefined): string[] {
  if (address === undefined) return ['PUBLIC_URL: is needed in production'];
  const isPlain = new URL(address).protocol === 'http:' && getHostReach(address) !== 'loopback';
  return isPlain ? ['PUBLIC_URL: has to be https, since others reach it'] : [];
}

function findOwnSecretFaults(
  key: string,
  textOf: (key: string) => string | undefined,
  earlierKeys: readonly string[],
): string[] {
  const secret = textOf(key);
  if (secret === undefined) return [];
  const weakness = findSecretWeakness(secret);
  if (weakness !== undefined) return [`${key}: ${weakness}`];
  const duplicate = earlierKeys.find((other) => textOf(other) === secret);
  return duplicate === undefined ? [] : [`${key}: has to differ from ${duplicate}`];
}

function findProviderFaults(key: string, address: string | undefined): string[] {
  if (address === undefined) return [];
  const reach = getHostReach(address);
  if (reach === 'loopback') return [`${key}: leads to this machine; a stand-in is for local runs only`];
  if (reach === 'private') return [`${key}: leads into a private network, where no provider is`];
  return new URL(address).protocol === 'https:' ? [] : [`${key}: has to be https`];
}

function findStripeFaults(textOf: (key: string) => string | undefined): string[] {
  const [key, webhook] = [textOf('STRIPE_SECRET_KEY'), textOf('STRIPE_WEBHOOK_SECRET')];
  return [
    ...(key !== undefined && !/^[sr]k_live_/.test(key)
      ? ['STRIPE_SECRET_KEY: production takes a live key, sk_live_… or rk_live_…']
      : []),
    ...(webhook !== undefined && !webhook.startsWith('whsec_')
      ? ['STRIPE_WEBHOOK_SECRET: begins with whsec_ where Stripe made it']
      : []),
  ];
}

/** Hosts of PayPal's test environment. */
const PAYPAL_TEST_HOST = /(^|\.)sandbox\.paypal\.com$/;

/** True when an address belongs to PayPal's test environment, which moves no real money. */
export const isPaypalTestAddress = (address: string): boolean =>
  getHostReach(address) === 'loopback' || PAYPAL_TEST_HOST.test(new URL(address).hostname);

function findPaypalFaults(textOf: (key: string) => string | undefined): string[] {
  return ['PAYPAL_URL', 'PAYPAL_IPN_URL', 'PAYPAL_API_URL'].flatMap((key) => {
    const address = textOf(key);
    return address !== undefined && PAYPAL_TEST_HOST.test(new URL(address).hostname)
      ? [`${key}: production takes PayPal's live address`]
      : [];
  });
}
