import type { Parameters } from './parameters.js';
import { invalid } from './stripe-error.js';

interface Listed {
  readonly id: string;
  readonly created?: number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** A page of a list, as the service answers it. */
export interface Listing<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Cuts a page out of `all` (newest first) by `limit`, `starting_after`, `ending_before` and `created`. */
export function listing<T extends Listed>(
  all: readonly T[],
  parameters: Parameters,
  url: string,
): Listing<T> {
  const limit = parameters.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const after = parameters.text('starting_after');
  const before = parameters.text('ending_before');
  const created = readCreated(parameters);
  parameters.finish();
  const matching = all.filter((one) => created(one.created ?? 0));
  if (before !== undefined) {
    const newer = matching.slice(0, positionOf(matching, before, 'ending_before'));
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url };
  }
  const rest =
    after === undefined ? matching : matching.slice(positionOf(matching, after, 'starting_after') + 1);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

function positionOf(all: readonly Listed[], id: string, param: string): number {
  const position = all.findIndex((one) => one.id === id);
  if (position < 0) throw invalid(`No such object: '${id}'`, 'resource_missing', param);
  return position;
}

function readCreated(parameters: Parameters): (created: number) => boolean {
  if (!parameters.hasObject('created')) {
    const exact = parameters.integer('created');
    return (created) => exact === undefined || created === exact;
  }
  const range = parameters.requiredObject('created');
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((key) => range.integer(key));
  return (created) =>
    created > (gt ?? -1) &&
    created >= (gte ?? 0) &&
    created < (lt ?? Infinity) &&
    created <= (lte ?? Infinity);
}
