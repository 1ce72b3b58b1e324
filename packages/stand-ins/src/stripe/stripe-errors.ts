export type StripeErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';

interface StripeErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly type?: StripeErrorType;
}

/** A refusal in Stripe's form: HTTP status, type, stable code and the faulty parameter. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: StripeErrorDetails = {},
  ) {
    super(message);
  }

  /**
   * Converts the error into the body of the answer, `{error: {type, code, message, param}}`, without details that are
   * absent.
   */
  toBody(): { error: Record<string, string> } {
    const { code, param, type = 'invalid_request_error' } = this.details;
    return {
      error: {
        ...(code !== undefined && {
          code,
          doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
        }),
        message: this.message,
        ...(param !== undefined && { param }),
        type,
      },
    };
  }
}

/** Creates the error for a request that breaks a rule: 400. */
export function invalidRequest(message: string, code?: string, param?: string): StripeError {
  return new StripeError(400, message, { code, param });
}

/** Creates the error for an object that does not exist: 404, with Stripe's name for the kind of object. */
export function notFound(kind: string, id: string, param: string): StripeError {
  return new StripeError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}

/** Value of a decoded form: a text, or nested objects and lists of texts. */
export type FormValue = string | FormValue[] | FormObject;
export interface FormObject {
  [key: string]: FormValue;
}

const MAX_DEPTH = 8;
const MAX_INDEX = 1000;

/**
 * Decodes a form with nested brackets into lists and objects without a prototype, so that no field name can reach it.
 * @throws StripeError 400 for names that contradict each other or are nested too deep
 */
export function parseForm(text: string): FormObject {
  const root: FormObject = emptyObject();
  for (const [name, value] of new URLSearchParams(text)) setValue(root, parsePath(name), value, name);
  return convertLists(root);
}

function emptyObject(): FormObject {
  const object: FormObject = Object.create(null);
  return object;
}

function parsePath(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) throw invalidRequest(`Invalid parameter name: ${name}`, undefined, name);
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? '');
  if (inner.length > MAX_DEPTH)
    throw invalidRequest(`Parameter is nested too deep: ${name}`, undefined, name);
  return [match[1] ?? '', ...inner];
}

function setValue(root: FormObject, path: string[], value: string, name: string): void {
  let here = root;
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(here).length) : part;
    const there = here[key];
    if (depth === path.length - 1) {
      if (typeof there === 'object') throw invalidRequest(`Invalid object: ${name}`, undefined, name);
      here[key] = value;
    } else {
      if (typeof there === 'string' || Array.isArray(there))
        throw invalidRequest(`Invalid object: ${name}`, undefined, name);
      const next = there ?? emptyObject();
      here[key] = next;
      here = next;
    }
  }
}

function convertLists(object: FormObject): FormObject {
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'string' || Array.isArray(value)) continue;
    convertLists(value);
    const keys = Object.keys(value);
    if (keys.every((one) => /^\d{1,4}$/.test(one) && Number(one) <= MAX_INDEX)) {
      object[key] = keys.sort((a, b) => Number(a) - Number(b)).map((one) => value[one] ?? '');
    }
  }
  return object;
}
