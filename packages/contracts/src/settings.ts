/** What backend, bot and sandbox ask of their settings; an entry of its own, so that no browser loads it. */
export * from './settings/failpoints.js';
export * from './settings/host-reach.js';
export * from './settings/production-rules.js';
export * from './settings/read-environment.js';
export * from './settings/third-party-rules.js';
export * from './settings/weak-secret.js';
