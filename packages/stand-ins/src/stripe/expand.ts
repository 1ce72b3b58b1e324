import { invalid } from './stripe-error.js';
import { own, type StripeState } from './stripe-state.js';

type Plain = Record<string, unknown>;

/**
 * Copies an answer with the ids at the given paths, such as `payment_intent.latest_charge` or `data.line_items`, replaced
 * by their objects. Throws 400 for a property that cannot be expanded.
 */
export function expand(answer: object, paths: readonly string[], state: StripeState): object {
  const copy = plainCopy(answer);
  for (const path of paths) expandPath(copy, path.split('.'), path, state);
  return copy;
}

function expandPath(target: Plain, parts: readonly string[], path: string, state: StripeState): void {
  const [head = '', ...rest] = parts;
  const data = target['data'];
  if (head === 'data' && Array.isArray(data)) {
    target['data'] = data.map((one: object) => {
      const copy = plainCopy(one);
      expandPath(copy, rest, path, state);
      return copy;
    });
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
  const copy = plainCopy(object);
  target[head] = copy;
  if (rest.length > 0) expandPath(copy, rest, path, state);
}

function plainCopy(object: object): Plain {
  return { ...structuredClone(object) };
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
