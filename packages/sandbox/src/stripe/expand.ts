import { invalid } from './stripe-error.js';
import { own, type StripeState } from './stripe-state.js';

type Plain = Record<string, unknown>;

/**
 * A copy of an answer in which ids are replaced by the objects they name, for each path such as
 * `payment_intent.latest_charge` or `data.line_items`. Throws 400 for a property that cannot be expanded.
 */
export function expand(answer: object, paths: readonly string[], state: StripeState): object {
  const copy = structuredClone(answer) as Plain;
  for (const path of paths) expandPath(copy, path.split('.'), path, state);
  return copy;
}

function expandPath(target: Plain, parts: readonly string[], path: string, state: StripeState): void {
  const [head = '', ...rest] = parts;
  if (head === 'data' && Array.isArray(target['data'])) {
    for (const one of target['data'] as Plain[]) expandPath(one, rest, path, state);
    return;
  }
  if (head === 'line_items' && target['object'] === 'checkout.session') {
    target[head] = lineItemsOf(String(target['id']), state);
    return;
  }
  const value = own(target, head);
  if (value === null) return;
  const object = typeof value === 'string' ? find(value, state) : value;
  if (typeof object !== 'object' || object === null) {
    throw invalid(`This property cannot be expanded (${path}).`, undefined, 'expand');
  }
  const copy = structuredClone(object) as Plain;
  target[head] = copy;
  if (rest.length > 0) expandPath(copy, rest, path, state);
}

function find(id: string, state: StripeState): object | undefined {
  return own(state.paymentIntents, id) ?? own(state.charges, id) ?? own(state.sessions, id)?.session;
}

function lineItemsOf(id: string, state: StripeState): object {
  return {
    object: 'list',
    data: structuredClone(own(state.sessions, id)?.lineItems ?? []),
    has_more: false,
    url: `/v1/checkout/sessions/${id}/line_items`,
  };
}
