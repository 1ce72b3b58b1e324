import type { SessionIdentity } from './calls/access.js';
import { ShopError } from './problem.js';

export function secondStepRequiredError(): ShopError {
  return new ShopError('SECOND_STEP_REQUIRED', 'Please confirm with your second step.');
}

/** For sensitive acts: who has a second step must have passed it a moment ago. @throws ShopError SECOND_STEP_REQUIRED */
export function assertFreshStep({ secondStep }: Pick<SessionIdentity, 'secondStep'>): void {
  if (secondStep === 'pending' || secondStep === 'passed') throw secondStepRequiredError();
}
