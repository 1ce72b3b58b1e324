import type { ComposeFile, ComposeService } from './compose-file.js';
import type { Deployable } from './known-settings.js';

/** Set by the image, or refused outside local runs: no operator has to name them. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'QUEUE_URL',
  'DISCORD_API_URL',
  'DISCORD_CDN_URL',
  'DISCORD_WEB_URL',
  'STRIPE_API_URL',
  'PAYPAL_URL',
  'PAYPAL_IPN_URL',
  'PAYPAL_API_URL',
  'BOT_INSTANCE_ID',
  'FAILPOINTS',
]);
/** The owner's address, for the one task that migrates: whoever serves people must not hold it. */
const OWNER = 'MIGRATION_DATABASE_URL';
const SECRET = /PASSWORD|SECRET|TOKEN|_KEY$/;
const REQUIRED = /^\$\{[A-Z][A-Z\d_]*:\?[^}]+\}$/;
const SIGN_IN = /:\/\/[^/]*:(?<password>[^/]*)@/;
/** The only service that may publish ports. */
const PUBLIC_SERVICE = 'proxy';

/** Tells whether an image's tag names at least a major and a minor version. */
export const isPinned = (image: string): boolean =>
  /:v?\d+\.\d+(\.\d+)?([.-][\w.-]+)?(@sha256:[\da-f]{64})?$/.test(image);

export type Settings = Readonly<Record<Deployable, ReadonlySet<string>>>;

/**
 * What is wrong with the production compose file: images, rights, health, order of start, networks, settings that
 * do not exist or cannot be set, and secrets.
 */
export function lintCompose(file: ComposeFile, settings: Settings): string[] {
  const services = Object.entries(file.services);
  return services.flatMap(([name, service]) =>
    [
      ...lintRights(name, service),
      ...lintHealth(service),
      ...lintOrder(service, file),
      ...lintNames(service, file),
      ...lintSecrets(service),
      ...lintSettings(service, settings),
    ].map((fault) => `${name}: ${fault}`),
  );
}

/** What is wrong with the compose file for development: its ports must not leave the machine. */
export function lintDevelopment(file: ComposeFile): string[] {
  return Object.entries(file.services).flatMap(([name, service]) => [
    ...(isPinned(service.image) ? [] : [`${name}: image ${service.image} is not pinned`]),
    ...service.ports
      .filter((port) => !port.startsWith('127.0.0.1:'))
      .map((port) => `${name}: port ${port} is open to others`),
  ]);
}

const deployableOf = ({ build }: ComposeService): Deployable | undefined => {
  if (build?.dockerfile === 'backend/Dockerfile') return 'backend';
  return build?.dockerfile === 'bot/Dockerfile' ? 'bot' : undefined;
};

function lintRights(name: string, service: ComposeService): string[] {
  const faults: string[] = [];
  if (!isPinned(service.image)) faults.push(`image ${service.image} is not pinned`);
  if (service.build && !deployableOf(service)) faults.push(`${service.build.dockerfile} is not known`);
  if (!service.read_only) faults.push('its file system can be written');
  if (!service.cap_drop.includes('ALL')) faults.push('it keeps capabilities');
  if (!service.security_opt.includes('no-new-privileges:true')) faults.push('it may gain privileges');
  if (service.ports.length > 0 && name !== PUBLIC_SERVICE) faults.push('only the proxy publishes ports');
  return faults;
}

/** A task that ends is judged by its exit code; all else has a health check and restarts. */
function lintHealth(service: ComposeService): string[] {
  if (service.restart === 'no') return [];
  const faults: string[] = [];
  if (service.restart !== 'unless-stopped') faults.push('it does not come back after a crash');
  if (service.healthcheck?.disable || (!service.healthcheck?.test && !service.build))
    faults.push('it has no health check');
  return faults;
}

function lintOrder(service: ComposeService, file: ComposeFile): string[] {
  return Object.entries(service.depends_on).flatMap(([other, { condition }]) => {
    const target = file.services[other];
    if (target === undefined) return [`it waits for ${other}, which does not exist`];
    const ends = target.restart === 'no';
    return ends === (condition === 'service_completed_successfully')
      ? []
      : [`it waits for ${other} in a way that never comes true`];
  });
}

function lintNames(service: ComposeService, file: ComposeFile): string[] {
  const named = service.volumes
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((source) => !/^[./]/.test(source));
  return [
    ...service.networks
      .filter((network) => !(network in file.networks))
      .map((network) => `no network ${network}`),
    ...(service.networks.length === 0 ? ['it is in the default network'] : []),
    ...named.filter((volume) => !(volume in file.volumes)).map((volume) => `no volume ${volume}`),
  ];
}

function lintSecrets({ environment }: ComposeService): string[] {
  return Object.entries(environment).flatMap(([key, value]) => {
    if (value === null) return [];
    const text = String(value);
    if (SECRET.test(key)) return REQUIRED.test(text) ? [] : [`${key} is written down, or may be empty`];
    const password = SIGN_IN.exec(text.replaceAll(/\$\{[^}]*\}/g, (found) => found.replaceAll(/[:/@]/g, ' ')))
      ?.groups?.['password'];
    return password === undefined || /^\$\{[A-Z][A-Z\d_]* \?[^}]+\}$/.test(password)
      ? []
      : [`${key} carries a password that is written down, or may be empty`];
  });
}

function lintSettings(service: ComposeService, settings: Settings): string[] {
  const deployable = deployableOf(service);
  if (deployable === undefined) return [];
  const known = settings[deployable];
  const given = new Set(Object.keys(service.environment));
  const isTask = service.restart === 'no';
  // A task that ends runs with whatever role.
  if (isTask) given.add('ROLE');
  const holdsOwner = given.has(OWNER);
  if (!isTask) given.add(OWNER);
  return [
    ...(holdsOwner && !isTask ? [`${OWNER} is for migrations alone`] : []),
    ...[...given]
      .filter((key) => !known.has(key) && key !== 'ROLE' && key !== OWNER)
      .map((key) => `${key} is no setting of the ${deployable}`),
    ...[...known]
      .filter((key) => !given.has(key) && !NOT_PASSED.has(key))
      .map((key) => `${key} cannot be set; pass it on in docker-compose.yml`),
  ];
}
