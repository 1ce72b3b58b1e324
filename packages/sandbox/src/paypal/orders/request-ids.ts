import { ApiError } from './api-error.js';
import type { OrdersState, SavedAnswer } from './orders-state.js';

/** The longest request id that all of the service's calls take. */
const LONGEST = 38;

interface Asked {
  /** Method and path: an id counts for one call. */
  readonly call: string;
  readonly id: string | undefined;
  readonly body: string;
}

/**
 * Answers a repeat under the same request id as before, and has no effect then. A refusal is not kept: after one the
 * same id may be tried again, as at the service.
 * @throws ApiError without an id, or for one that was used for another request
 */
export function underRequestId(
  state: Pick<OrdersState, 'answers'>,
  { call, id, body }: Asked,
  carryOut: () => Omit<SavedAnswer, 'asked'>,
): Omit<SavedAnswer, 'asked'> {
  if (id === undefined || id === '') throw new ApiError(400, 'PAYPAL_REQUEST_ID_REQUIRED');
  if (id.length > LONGEST) throw new ApiError(400, 'INVALID_STRING_LENGTH');
  const key = `${call} ${id}`;
  const saved = Object.hasOwn(state.answers, key) ? state.answers[key] : undefined;
  if (saved && saved.asked !== body) throw new ApiError(422, 'DUPLICATE_REQUEST_ID');
  if (saved) return { status: 200, body: saved.body };
  const answer = carryOut();
  state.answers[key] = { asked: body, ...answer };
  return answer;
}
