import { invalidRequest } from './stripe-errors.js';

/** Value of a decoded form: a text, or nested objects and lists of texts. */
export type FormValue = string | FormValue[] | FormObject;
export interface FormObject {
  [key: string]: FormValue;
}

const MAX_DEPTH = 8;
const MAX_INDEX = 1_000;

interface TextRule {
  readonly max?: number;
}

interface IntegerRule {
  readonly min?: number;
  readonly max?: number;
}

const METADATA_KEYS = 50;
const METADATA_KEY_LENGTH = 40;
const METADATA_VALUE_LENGTH = 500;

/**
 * Reads a decoded form as strictly as Stripe does: wrong types, wrong ranges and missing values are refused, each with
 * the parameter's full name; `refuseUnread` refuses parameters that no endpoint has read. All refusals are a 400.
 */
export class Parameters {
  private readonly read = new Set<string>();
  private readonly children: Parameters[] = [];
  private checked = false;

  constructor(
    private readonly values: FormObject,
    private readonly path = '',
  ) {}

  /** Returns the full name of a parameter, such as `line_items[0][quantity]`. */
  name(key: string): string {
    return this.path === '' ? key : `${this.path}[${key}]`;
  }

  /** True when the parameter was sent. */
  has(key: string): boolean {
    return this.values[key] !== undefined;
  }

  text(key: string, rule: TextRule = {}): string | undefined {
    const value = this.takeValue(key);
    if (value === undefined) return undefined;
    const name = this.name(key);
    if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${name}`, undefined, name);
    if (value === '')
      throw invalidRequest(`'${name}' must not be an empty string.`, 'parameter_invalid_empty', name);
    const { max = 5000 } = rule;
    if (value.length > max)
      throw invalidRequest(`Invalid string: ${name} must be at most ${max} characters`, undefined, name);
    return value;
  }

  requiredText(key: string, rule: TextRule = {}): string {
    return this.requireValue(key, this.text(key, rule));
  }

  integer(key: string, rule: IntegerRule = {}): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    const name = this.name(key);
    if (!/^-?\d{1,15}$/.test(value))
      throw invalidRequest(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
    const number = Number(value);
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = rule;
    if (number < min) {
      const bound = min === 0 ? 'non-negative' : `at least ${min}`;
      throw invalidRequest(`Invalid integer: ${name} must be ${bound}`, 'parameter_invalid_integer', name);
    }
    if (number > max)
      throw invalidRequest(
        `Invalid integer: ${name} must be at most ${max}`,
        'parameter_invalid_integer',
        name,
      );
    return number;
  }

  requiredInteger(key: string, rule: IntegerRule = {}): number {
    return this.requireValue(key, this.integer(key, rule));
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    const value = this.text(key);
    const found = allowed.find((one) => one === value);
    if (value !== undefined && found === undefined) {
      const name = this.name(key);
      throw invalidRequest(`Invalid ${name}: must be one of ${allowed.join(', ')}`, undefined, name);
    }
    return found;
  }

  /** Reads an absolute http(s) address, which may contain a template in braces. */
  requiredUrl(key: string): string {
    const value = this.requiredText(key);
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol))
      throw invalidRequest('Not a valid URL', 'url_invalid', this.name(key));
    return value;
  }

  object(key: string): Parameters | undefined {
    const value = this.takeValue(key);
    if (value === undefined) return undefined;
    const name = this.name(key);
    if (typeof value === 'string' || Array.isArray(value))
      throw invalidRequest(`Invalid object: ${name}`, undefined, name);
    return this.createChild(value, name);
  }

  /** True when the parameter was sent as an object. */
  hasObject(key: string): boolean {
    const value = this.values[key];
    return typeof value === 'object' && !Array.isArray(value);
  }

  requiredObject(key: string): Parameters {
    return this.requireValue(key, this.object(key));
  }

  objects(key: string): Parameters[] {
    return this.takeList(key).map((value, index) => {
      const name = `${this.name(key)}[${index}]`;
      if (typeof value === 'string' || Array.isArray(value))
        throw invalidRequest(`Invalid object: ${name}`, undefined, name);
      return this.createChild(value, name);
    });
  }

  texts(key: string): string[] {
    return this.takeList(key).map((value, index) => {
      const name = `${this.name(key)}[${index}]`;
      if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${name}`, undefined, name);
      return value;
    });
  }

  /** Reads key-value pairs: at most 50, keys up to 40, values up to 500 characters; an empty value means "none". */
  metadata(key = 'metadata'): Record<string, string> {
    const value = this.takeValue(key);
    if (value === undefined || value === '') return {};
    const name = this.name(key);
    if (typeof value === 'string' || Array.isArray(value))
      throw invalidRequest(`Invalid object: ${name}`, undefined, name);
    const pairs = Object.entries(value);
    if (pairs.length > METADATA_KEYS)
      throw invalidRequest(`Metadata can have up to ${METADATA_KEYS} keys.`, undefined, name);
    const metadata: Record<string, string> = {};
    for (const [one, text] of pairs) {
      const full = `${name}[${one}]`;
      if (typeof text !== 'string') throw invalidRequest(`Invalid string: ${full}`, undefined, full);
      if (one.length > METADATA_KEY_LENGTH) {
        throw invalidRequest(
          `Metadata keys can have up to ${METADATA_KEY_LENGTH} characters.`,
          undefined,
          name,
        );
      }
      if (text.length > METADATA_VALUE_LENGTH) {
        throw invalidRequest(
          `Metadata values can have up to ${METADATA_VALUE_LENGTH} characters.`,
          undefined,
          full,
        );
      }
      if (text !== '') metadata[one] = text;
    }
    return metadata;
  }

  /** Refuses the first parameter that no endpoint has read, even a nested one. */
  refuseUnread(): void {
    const unknown = Object.keys(this.values).find((key) => !this.read.has(key));
    if (unknown !== undefined) {
      const name = this.name(unknown);
      throw invalidRequest(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
    }
    for (const child of this.children) child.refuseUnread();
    this.checked = true;
  }

  /** True after `refuseUnread` has passed, since later refusals are not about the form. */
  get isChecked(): boolean {
    return this.checked;
  }

  /** Creates the error for a missing required parameter. */
  createMissingError(key: string): Error {
    const name = this.name(key);
    return invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
  }

  private takeValue(key: string): FormValue | undefined {
    this.read.add(key);
    return this.values[key];
  }

  private takeList(key: string): FormValue[] {
    const value = this.takeValue(key);
    if (value === undefined) return [];
    const name = this.name(key);
    if (!Array.isArray(value)) throw invalidRequest(`Invalid array: ${name}`, undefined, name);
    return value;
  }

  private requireValue<T>(key: string, value: T | undefined): T {
    if (value === undefined) throw this.createMissingError(key);
    return value;
  }

  private createChild(values: FormObject, path: string): Parameters {
    const child = new Parameters(values, path);
    this.children.push(child);
    return child;
  }
}

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
