import type { JsonObject } from './state.js';

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
