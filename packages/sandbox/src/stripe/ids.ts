import { newId } from '../server/new-id.js';

/** With the prefix 66 characters, as long as the service's. */
const SESSION_LENGTH = 56;

/** A checkout session's id; `cs_test_` says that no real money is meant. */
export function newSessionId(): string {
  return newId('cs_test_a1', SESSION_LENGTH);
}
