import type { SessionIdentity } from './calls/access.js';
import { ShopError } from './shop-error.js';

export function secondStepRequiredError(): ShopError {
  return new ShopError('SECOND_STEP_REQUIRED', 'Please confirm with your second step.');
}

/**
 * Checks before a sensitive action that an account with a second step passed it a few minutes ago.
 * @throws ShopError SECOND_STEP_REQUIRED
 */
export function assertFreshStep({ secondStep }: Pick<SessionIdentity, 'secondStep'>): void {
  if (secondStep === 'pending' || secondStep === 'passed') throw secondStepRequiredError();
}
