import type { Parameters } from './parameters.js';
import { invalidRequest, notFound } from './stripe-errors.js';
import type { Endpoint } from './api-call.js';
import { type EventLog, ownEntry, type StripeState } from './stripe-state.js';
import type { Refunds } from './refunds.js';
import type { Sessions } from './sessions.js';

interface Listed {
  readonly id: string;
  readonly created?: number;
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** One page of a list, in the form of Stripe's answers. */
export interface ListPage<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Creates a page of `all` (newest first) by `limit`, `starting_after`, `ending_before` and `created`. */
export function createListPage<T extends Listed>(
  all: readonly T[],
  parameters: Parameters,
  url: string,
): ListPage<T> {
  const limit = parameters.integer('limit', { min: 1, max: MAX_LIMIT }) ?? DEFAULT_LIMIT;
  const after = parameters.text('starting_after');
  const before = parameters.text('ending_before');
  const created = readCreatedFilter(parameters);
  parameters.refuseUnread();
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
  if (position < 0) throw invalidRequest(`No such object: '${id}'`, 'resource_missing', param);
  return position;
}

function readCreatedFilter(parameters: Parameters): (created: number) => boolean {
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

const MAX_TYPES = 20;

/** Endpoints by method and path below `/v1`. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

interface EndpointDeps {
  readonly state: StripeState;
  readonly sessions: Sessions;
  readonly refunds: Refunds;
  readonly events: EventLog;
}

/** Endpoints of Stripe's API that the stand-in supports. */
export function createEndpoints({ state, sessions, refunds, events }: EndpointDeps): Endpoints {
  return {
    'POST /checkout/sessions': (parameters) => sessions.create(parameters),
    'GET /checkout/sessions': (parameters) => listSessions(sessions, parameters),
    'GET /checkout/sessions/:id': withoutParameters((id) => sessions.get(id).session),
    'POST /checkout/sessions/:id/expire': withoutParameters((id) => sessions.expire(id)),
    'GET /checkout/sessions/:id/line_items': (parameters, id) =>
      createListPage([...sessions.get(id).lineItems], parameters, `/v1/checkout/sessions/${id}/line_items`),
    'GET /payment_intents/:id': withoutParameters((id) =>
      requireExisting(ownEntry(state.paymentIntents, id), 'payment_intent', id),
    ),
    'GET /charges': (parameters) => listCharges(state, parameters),
    'GET /charges/:id': withoutParameters((id) => requireExisting(ownEntry(state.charges, id), 'charge', id)),
    'POST /refunds': (parameters) => refunds.create(parameters),
    'GET /refunds': (parameters) => createListPage(refunds.all(parameters), parameters, '/v1/refunds'),
    'GET /refunds/:id': withoutParameters((id) => refunds.get(id)),
    'GET /events': (parameters) => listEvents(events, parameters),
    'GET /events/:id': withoutParameters((id) => events.get(id).event),
    'GET /account': withoutParameters(() => account(state.accountId)),
  };
}

/** Wraps an endpoint that accepts no parameters of its own. */
function withoutParameters(endpoint: (id: string) => object): Endpoint {
  return (parameters, id) => {
    parameters.refuseUnread();
    return endpoint(id);
  };
}

function requireExisting<T>(object: T | undefined, kind: string, id: string): T {
  if (object === undefined) throw notFound(kind, id, 'intent');
  return object;
}

function listSessions(sessions: Sessions, parameters: Parameters): object {
  const status = parameters.oneOf('status', ['open', 'complete', 'expired']);
  const intent = parameters.text('payment_intent');
  const found = sessions
    .all()
    .map((record) => record.session)
    .filter((one) => status === undefined || one.status === status)
    .filter((one) => intent === undefined || one.payment_intent === intent);
  return createListPage(found, parameters, '/v1/checkout/sessions');
}

function listCharges(state: StripeState, parameters: Parameters): object {
  const intent = parameters.text('payment_intent');
  const found = Object.values(state.charges)
    .toReversed()
    .filter((one) => intent === undefined || one.payment_intent === intent);
  return createListPage(found, parameters, '/v1/charges');
}

function listEvents(events: EventLog, parameters: Parameters): object {
  const type = parameters.text('type');
  const several = parameters.texts('types');
  if (type !== undefined && parameters.has('types'))
    throw invalidRequest('You may pass either `type` or `types`, not both.', undefined, 'types');
  if (several.length > MAX_TYPES)
    throw invalidRequest(`At most ${MAX_TYPES} types are allowed.`, undefined, 'types');
  const types = type === undefined ? several : [type];
  const delivered = parameters.oneOf('delivery_success', ['true', 'false']);
  const found = events
    .all()
    .filter((one) => types.length === 0 || types.includes(one.event.type))
    .filter((one) => delivered === undefined || (one.state === 'delivered') === (delivered === 'true'))
    .map((one) => one.event);
  return createListPage(found, parameters, '/v1/events');
}

function account(id: string): object {
  return {
    id,
    object: 'account',
    business_profile: { name: 'Pax Market (sandbox)' },
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    payouts_enabled: true,
    type: 'standard',
  };
}
