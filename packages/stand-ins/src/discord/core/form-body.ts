import type { z } from 'zod';
import { DiscordError } from './errors.js';
import { asObject, asObjects } from './json.js';
import { isSnowflake } from './snowflake.js';
import type { JsonObject } from './state.js';

/** One complaint about one field. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

/** The refusal 50035: a tree that mirrors the body, with `_errors` at each wrong field. */
export function invalidFormBody(issues: readonly FieldIssue[]): DiscordError {
  const tree: JsonObject = {};
  for (const issue of issues) {
    let node = tree;
    for (const key of issue.path) {
      const name = String(key);
      const below = asObject(node[name]);
      node[name] = below;
      node = below;
    }
    const list = asObjects(node['_errors']);
    list.push({ code: issue.code, message: issue.message });
    node['_errors'] = list;
  }
  return new DiscordError(400, 50035, 'Invalid Form Body', tree);
}

/** Parses a body by its schema. Unknown fields are ignored unless the schema is strict. @throws DiscordError 50035 */
export function parseForm<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw invalidFormBody(result.error.issues.flatMap((issue) => fieldIssues(issue)));
}

/** An id from an address; an impossible one is refused with 50035. */
export function snowflakeParam(name: string, value: string | undefined): string {
  if (value !== undefined && isSnowflake(value)) return value;
  throw invalidFormBody([
    { path: [name], code: 'NUMBER_TYPE_COERCE', message: `Value "${value ?? ''}" is not snowflake.` },
  ]);
}

/** For a union, the complaints of the intended shape: the first one whose kind of value fits. */
function fieldIssues(issue: z.core.$ZodIssue): FieldIssue[] {
  const branches = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = branches.find((list) =>
    list.every((one) => one.path.length > 0 || one.code !== 'invalid_type'),
  );
  if (!meant || meant.length === 0) return [toFieldIssue(issue)];
  return meant.flatMap((one) => fieldIssues({ ...one, path: [...issue.path, ...one.path] }));
}

function toFieldIssue(issue: z.core.$ZodIssue): FieldIssue {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys')
    return {
      path: [...path, issue.keys[0] ?? ''],
      code: 'UNDOCUMENTED',
      message: 'This field is not documented.',
    };
  if (issue.code === 'too_big') {
    if (issue.origin === 'string')
      return { path, code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` };
    if (issue.origin === 'array')
      return { path, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` };
    return {
      path,
      code: 'NUMBER_TYPE_MAX',
      message: `Value should be less than or equal to ${issue.maximum}.`,
    };
  }
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) return required(path);
    if (issue.origin === 'string' || issue.origin === 'array')
      return { path, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${issue.minimum} or more in length.` };
    return {
      path,
      code: 'NUMBER_TYPE_MIN',
      message: `Value should be greater than or equal to ${issue.minimum}.`,
    };
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return required(path);
  if (issue.code === 'custom')
    return { path, code: String(issue.params?.['code'] ?? 'BASE_TYPE_INVALID'), message: issue.message };
  if (issue.code === 'invalid_value')
    return {
      path,
      code: 'BASE_TYPE_CHOICES',
      message: `Value must be one of {${issue.values.map(String).join(', ')}}.`,
    };
  if (issue.code === 'invalid_format')
    return { path, code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' };
  return { path, code: 'BASE_TYPE_INVALID', message: issue.message };
}

function required(path: readonly PropertyKey[]): FieldIssue {
  return { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
}
