/** The same request is in progress under its idempotency key; its outcome is unknown. */
export class ProviderBusy extends Error {}

/** The provider refused for good: the same request will never be accepted. */
export class ProviderRefusal extends Error {}

/** The provider failed; a retry needs a new idempotency key, since the same key returns the same answer. */
export class ProviderFault extends Error {}
