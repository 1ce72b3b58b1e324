import type { RESTPostAPIInteractionCallbackWithResponseResult } from 'discord.js';
import { discordErrors } from '../core/errors.js';
import { parseMessageEdit } from '../core/parse-message.js';
import { deleteMessage, editMessage, isLoading } from '../core/messages.js';
import type { InteractionRow, MessageRow } from '../core/state.js';
import { messageJson, type Shown } from '../core/json-views.js';
import { applyFirstAnswer, createAnswerMessage } from '../interactions/callback.js';
import type { Interactions } from '../interactions/interactions.js';
import { answerNoContent, answerOk, type Answer, type Endpoint, type RestCall } from './answer-call.js';
import { logMessage } from './messages.js';

const perToken = {
  auth: 'none',
  bucket: { name: 'webhooks', limit: 5, windowMs: 5000 },
  major: ['token'],
} as const;

/**
 * Endpoints for first answers to interactions and for later messages; the interaction's token authenticates the caller.
 */
export function interactionEndpoints(interactions: Interactions): readonly Endpoint[] {
  const withOpenInteraction = (run: (call: RestCall, row: InteractionRow) => Answer) => (call: RestCall) =>
    run(call, findOpenInteraction(interactions, call));
  return [
    {
      method: 'POST',
      path: '/interactions/:id/:token/callback',
      auth: 'none',
      unlimited: true,
      run: (call) => answerCallback(interactions, call),
    },
    { method: 'POST', path: '/webhooks/:app/:token', ...perToken, run: withOpenInteraction(followUp) },
    {
      method: 'GET',
      path: '/webhooks/:app/:token/messages/:message',
      ...perToken,
      run: withOpenInteraction((call, row) =>
        answerOk(messageJson(call.context.hub, findOwnMessage(call, row))),
      ),
    },
    {
      method: 'PATCH',
      path: '/webhooks/:app/:token/messages/:message',
      ...perToken,
      run: withOpenInteraction((call, row) => {
        const message = findOwnMessage(call, row);
        fillMessage(call, row, message, call.body);
        return answerOk(messageJson(call.context.hub, message));
      }),
    },
    {
      method: 'DELETE',
      path: '/webhooks/:app/:token/messages/:message',
      ...perToken,
      run: withOpenInteraction((call, row) => {
        deleteMessage(call.context.hub, findOwnMessage(call, row));
        return answerNoContent;
      }),
    },
  ];
}

function answerCallback(interactions: Interactions, call: RestCall): Answer {
  const { hub } = call.context;
  const row = interactions.findInteraction(call.params['id'] ?? '');
  const message = applyFirstAnswer(hub, row?.token === call.params['token'] ? row : undefined, call.body);
  if (message) logMessage(call, message);
  if (call.query['with_response'] !== 'true' || !row) return answerNoContent;
  return answerOk({
    interaction: {
      id: row.id,
      type: row.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: isLoading(message),
            response_message_ephemeral: message.visibleTo !== null,
          }
        : {}),
    },
    ...(message ? { resource: { type: row.answerType ?? 0, message: messageJson(hub, message) } } : {}),
  } satisfies Shown<RESTPostAPIInteractionCallbackWithResponseResult>);
}

/** Finds the interaction of a token. @throws 10015 for an unknown or unanswered one, 50027 when its time is over */
function findOpenInteraction(interactions: Interactions, call: RestCall): InteractionRow {
  const { hub } = call.context;
  const row = interactions.findByToken(call.params['token'] ?? '');
  if (call.params['app'] !== hub.world.applicationId || !row) throw discordErrors.unknownWebhook();
  if (interactions.isExpired(row)) throw discordErrors.invalidWebhookToken();
  if (row.state === 'waiting' || row.state === 'failed') throw discordErrors.unknownWebhook();
  return row;
}

/** Sends a follow-up message; the first one after a deferred answer fills that answer. */
function followUp(call: RestCall, row: InteractionRow): Answer {
  const { hub } = call.context;
  const original = row.originalId === null ? undefined : hub.findMessage(row.channelId, row.originalId);
  if (row.state === 'deferred' && original && isLoading(original)) {
    fillMessage(call, row, original, call.body);
    return answerOk(messageJson(hub, original));
  }
  const message = createAnswerMessage(hub, row, call.body, false);
  row.followupIds.push(message.id);
  logMessage(call, message);
  hub.commitChange();
  return answerOk(messageJson(hub, message));
}

function fillMessage(call: RestCall, row: InteractionRow, message: MessageRow, body: unknown): void {
  const { hub } = call.context;
  editMessage(hub, message, parseMessageEdit(body, message.flags));
  if (message.id === row.originalId && row.state === 'deferred') row.state = 'answered';
  logMessage(call, message);
  hub.commitChange();
}

function findOwnMessage(call: RestCall, row: InteractionRow): MessageRow {
  const wanted = call.params['message'] === '@original' ? row.originalId : (call.params['message'] ?? null);
  const own = wanted !== null && (wanted === row.originalId || row.followupIds.includes(wanted));
  const message = own ? call.context.hub.findMessage(row.channelId, wanted) : undefined;
  if (!message) throw discordErrors.unknownMessage();
  return message;
}
