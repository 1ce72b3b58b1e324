import type { Endpoint } from './api-call.js';
import type { EventLog } from './event-log.js';
import { listing } from './listing.js';
import type { Parameters } from './parameters.js';
import type { Refunds } from './refunds.js';
import type { Sessions } from './sessions.js';
import { invalid, noSuch } from './stripe-error.js';
import { own, type StripeState } from './stripe-state.js';

const MAX_TYPES = 20;

/** Endpoints by method and path below `/v1`. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

interface Rooms {
  readonly state: StripeState;
  readonly sessions: Sessions;
  readonly refunds: Refunds;
  readonly events: EventLog;
}

/** The supported part of the service's API. */
export function endpointsOf({ state, sessions, refunds, events }: Rooms): Endpoints {
  return {
    'POST /checkout/sessions': (parameters) => sessions.create(parameters),
    'GET /checkout/sessions': (parameters) => listSessions(sessions, parameters),
    'GET /checkout/sessions/:id': bare((id) => sessions.get(id).session),
    'POST /checkout/sessions/:id/expire': bare((id) => sessions.expire(id)),
    'GET /checkout/sessions/:id/line_items': (parameters, id) =>
      listing([...sessions.get(id).lineItems], parameters, `/v1/checkout/sessions/${id}/line_items`),
    'GET /payment_intents/:id': bare((id) => existing(own(state.paymentIntents, id), 'payment_intent', id)),
    'GET /charges': (parameters) => listCharges(state, parameters),
    'GET /charges/:id': bare((id) => existing(own(state.charges, id), 'charge', id)),
    'POST /refunds': (parameters) => refunds.create(parameters),
    'GET /refunds': (parameters) => listing(refunds.all(parameters), parameters, '/v1/refunds'),
    'GET /refunds/:id': bare((id) => refunds.get(id)),
    'GET /events': (parameters) => listEvents(events, parameters),
    'GET /events/:id': bare((id) => events.get(id).event),
    'GET /account': bare(() => account(state.accountId)),
  };
}

/** An endpoint without parameters of its own. */
function bare(endpoint: (id: string) => object): Endpoint {
  return (parameters, id) => {
    parameters.finish();
    return endpoint(id);
  };
}

function existing<T>(object: T | undefined, kind: string, id: string): T {
  if (object === undefined) throw noSuch(kind, id, 'intent');
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
  return listing(found, parameters, '/v1/checkout/sessions');
}

function listCharges(state: StripeState, parameters: Parameters): object {
  const intent = parameters.text('payment_intent');
  const found = Object.values(state.charges)
    .toReversed()
    .filter((one) => intent === undefined || one.payment_intent === intent);
  return listing(found, parameters, '/v1/charges');
}

function listEvents(events: EventLog, parameters: Parameters): object {
  const type = parameters.text('type');
  const several = parameters.texts('types');
  if (type !== undefined && parameters.has('types'))
    throw invalid('You may pass either `type` or `types`, not both.', undefined, 'types');
  if (several.length > MAX_TYPES)
    throw invalid(`At most ${MAX_TYPES} types are allowed.`, undefined, 'types');
  const types = type === undefined ? several : [type];
  const delivered = parameters.oneOf('delivery_success', ['true', 'false']);
  const found = events
    .all()
    .filter((one) => types.length === 0 || types.includes(one.event.type))
    .filter((one) => delivered === undefined || (one.state === 'delivered') === (delivered === 'true'))
    .map((one) => one.event);
  return listing(found, parameters, '/v1/events');
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
