import type { JsonObject } from './state.js';
import type { z } from 'zod';
import { isSnowflake } from './snowflake.js';
import { asObject, asObjects } from './json-values.js';

/** An error answer of Discord: an HTTP status, and JSON with an error code. */
export class DiscordError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly errors?: JsonObject,
  ) {
    super(message);
  }

  /** Converts the error into the body of the answer. */
  toBody(): JsonObject {
    const body: JsonObject = { message: this.message, code: this.code };
    if (this.errors) body['errors'] = this.errors;
    return body;
  }
}

const errorFactory = (status: number, code: number, message: string) => () =>
  new DiscordError(status, code, message);

/** Error answers of Discord, by their names in its documentation. */
export const discordErrors = {
  notFound: errorFactory(404, 0, '404: Not Found'),
  unauthorized: errorFactory(401, 0, '401: Unauthorized'),
  unknownApplication: errorFactory(404, 10002, 'Unknown Application'),
  unknownChannel: errorFactory(404, 10003, 'Unknown Channel'),
  unknownGuild: errorFactory(404, 10004, 'Unknown Guild'),
  unknownInvite: errorFactory(404, 10006, 'Unknown Invite'),
  unknownMember: errorFactory(404, 10007, 'Unknown Member'),
  unknownMessage: errorFactory(404, 10008, 'Unknown Message'),
  unknownRole: errorFactory(404, 10011, 'Unknown Role'),
  unknownUser: errorFactory(404, 10013, 'Unknown User'),
  unknownWebhook: errorFactory(404, 10015, 'Unknown Webhook'),
  unknownInteraction: errorFactory(404, 10062, 'Unknown interaction'),
  unknownCommand: errorFactory(404, 10063, 'Unknown application command'),
  tooManyPins: errorFactory(400, 30003, 'Maximum number of pins reached for the channel (250)'),
  tooManyInvites: errorFactory(400, 30016, 'Maximum number of invites reached (1000)'),
  openingTooFast: errorFactory(400, 40003, 'You are opening direct messages too fast'),
  bannedUser: errorFactory(403, 40007, 'The user is banned from this guild.'),
  noUserAgent: errorFactory(403, 40333, 'internal network error'),
  threadExists: errorFactory(400, 160004, 'A thread has already been created for this message'),
  threadArchived: errorFactory(400, 50083, 'Thread is archived'),
  threadLocked: errorFactory(400, 160005, 'Thread is locked'),
  alreadyAcknowledged: errorFactory(400, 40060, 'Interaction has already been acknowledged.'),
  missingAccess: errorFactory(403, 50001, 'Missing Access'),
  notYourMessage: errorFactory(403, 50005, 'Cannot edit a message authored by another user'),
  emptyMessage: errorFactory(400, 50006, 'Cannot send an empty message'),
  cannotMessageUser: errorFactory(403, 50007, 'Cannot send messages to this user'),
  missingPermissions: errorFactory(403, 50013, 'Missing Permissions'),
  invalidToken: errorFactory(401, 50025, 'Invalid OAuth2 access token'),
  missingScope: errorFactory(403, 50026, 'Missing required OAuth2 scope'),
  invalidWebhookToken: errorFactory(401, 50027, 'Invalid Webhook Token'),
  invalidJson: errorFactory(400, 50109, 'The request body contains invalid JSON.'),
} as const;

/** One fault of one field of a body. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

/** Builds error 50035: a tree of the same shape as the body, with `_errors` at each wrong field. */
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

/**
 * Checks a body against its schema. Unknown fields are ignored unless the schema is strict.
 * @throws DiscordError 50035
 */
export function parseForm<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw invalidFormBody(result.error.issues.flatMap((issue) => fieldIssues(issue)));
}

/** Reads an id from an address. @throws DiscordError 50035 for an impossible id */
export function requireSnowflake(name: string, value: string | undefined): string {
  if (value !== undefined && isSnowflake(value)) return value;
  throw invalidFormBody([
    { path: [name], code: 'NUMBER_TYPE_COERCE', message: `Value "${value ?? ''}" is not snowflake.` },
  ]);
}

/**
 * Converts a fault that zod found; of a union, the faults of the intended branch, which is the first with a value of
 * fitting type.
 */
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
    if (issue.origin === 'string' && issue.minimum === 1) return requiredIssue(path);
    if (issue.origin === 'string' || issue.origin === 'array')
      return { path, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${issue.minimum} or more in length.` };
    return {
      path,
      code: 'NUMBER_TYPE_MIN',
      message: `Value should be greater than or equal to ${issue.minimum}.`,
    };
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return requiredIssue(path);
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

function requiredIssue(path: readonly PropertyKey[]): FieldIssue {
  return { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
}
