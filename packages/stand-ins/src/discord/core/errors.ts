import type { JsonObject } from './state.js';
import type { z } from 'zod';
import { isSnowflake } from './snowflake.js';

/** Tells whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects in a value that should be a list of them. */
export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The fields of a value that are texts: queries, address parts, posted forms. */
export function textFields(value: unknown): Record<string, string> {
  const entries = Object.entries(asObject(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** One of Discord's refusals: an HTTP status with its own JSON error code. */
export class DiscordError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly errors?: JsonObject,
  ) {
    super(message);
  }

  /** The body on the wire. */
  toBody(): JsonObject {
    const body: JsonObject = { message: this.message, code: this.code };
    if (this.errors) body['errors'] = this.errors;
    return body;
  }
}

const refusal = (status: number, code: number, message: string) => () =>
  new DiscordError(status, code, message);

/** The refusals by the names of Discord's documentation. */
export const refuse = {
  notFound: refusal(404, 0, '404: Not Found'),
  unauthorized: refusal(401, 0, '401: Unauthorized'),
  unknownApplication: refusal(404, 10002, 'Unknown Application'),
  unknownChannel: refusal(404, 10003, 'Unknown Channel'),
  unknownGuild: refusal(404, 10004, 'Unknown Guild'),
  unknownInvite: refusal(404, 10006, 'Unknown Invite'),
  unknownMember: refusal(404, 10007, 'Unknown Member'),
  unknownMessage: refusal(404, 10008, 'Unknown Message'),
  unknownRole: refusal(404, 10011, 'Unknown Role'),
  unknownUser: refusal(404, 10013, 'Unknown User'),
  unknownWebhook: refusal(404, 10015, 'Unknown Webhook'),
  unknownInteraction: refusal(404, 10062, 'Unknown interaction'),
  unknownCommand: refusal(404, 10063, 'Unknown application command'),
  tooManyPins: refusal(400, 30003, 'Maximum number of pins reached for the channel (250)'),
  tooManyInvites: refusal(400, 30016, 'Maximum number of invites reached (1000)'),
  openingTooFast: refusal(400, 40003, 'You are opening direct messages too fast'),
  bannedUser: refusal(403, 40007, 'The user is banned from this guild.'),
  noUserAgent: refusal(403, 40333, 'internal network error'),
  threadExists: refusal(400, 160004, 'A thread has already been created for this message'),
  threadArchived: refusal(400, 50083, 'Thread is archived'),
  alreadyAcknowledged: refusal(400, 40060, 'Interaction has already been acknowledged.'),
  missingAccess: refusal(403, 50001, 'Missing Access'),
  notYourMessage: refusal(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: refusal(400, 50006, 'Cannot send an empty message'),
  cannotMessageUser: refusal(403, 50007, 'Cannot send messages to this user'),
  missingPermissions: refusal(403, 50013, 'Missing Permissions'),
  invalidToken: refusal(401, 50025, 'Invalid OAuth2 access token'),
  missingScope: refusal(403, 50026, 'Missing required OAuth2 scope'),
  invalidWebhookToken: refusal(401, 50027, 'Invalid Webhook Token'),
  invalidJson: refusal(400, 50109, 'The request body contains invalid JSON.'),
} as const;

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
