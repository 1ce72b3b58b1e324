/**
 * Rules for the settings of backend, bot and local runs; a separate entry point of the package, so that browsers do not
 * load them.
 */
export * from './settings/failpoints.js';
export * from './settings/host-reach.js';
export * from './settings/production-rules.js';
export * from './settings/push-hosts.js';
export * from './settings/read-environment.js';
export * from './settings/third-party-rules.js';
export * from './settings/weak-secret.js';
