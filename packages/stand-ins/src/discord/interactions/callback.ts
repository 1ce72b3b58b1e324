import { z } from 'zod';
import { modalSchema } from '../core/component-schema.js';
import { refuse } from '../core/errors.js';
import { invalidFormBody, parseForm } from '../core/form-body.js';
import type { Hub } from '../core/hub.js';
import { asObject } from '../core/json.js';
import { parseMessageEdit, parseNewMessage } from '../core/message-schema.js';
import { createMessage, editMessage } from '../core/messages.js';
import type { InteractionRow, MessageRow } from '../core/state.js';
import { INTERACTION } from './interactions.js';

/** Discord's numbers of the kinds of first answers. */
export const ANSWER = { MESSAGE: 4, DEFER: 5, DEFER_UPDATE: 6, UPDATE: 7, CHOICES: 8, MODAL: 9 } as const;

const EPHEMERAL = 1 << 6;

const callbackSchema = z.object({ type: z.int(), data: z.unknown().optional() });
const choicesSchema = z.object({
  choices: z
    .array(z.object({ name: z.string().min(1).max(100), value: z.union([z.string().max(100), z.number()]) }))
    .max(25),
});

/**
 * Takes the application's first answer. Refuses a second one with 40060, one to an unknown or timed-out interaction with
 * 10062, and one of an unfitting kind with 50035.
 */
export function firstAnswer(
  hub: Hub,
  row: InteractionRow | undefined,
  body: unknown,
): MessageRow | undefined {
  if (!row || row.state === 'failed') throw refuse.unknownInteraction();
  if (row.state !== 'waiting') throw refuse.alreadyAcknowledged();
  const { type, data } = parseForm(callbackSchema, body);
  if (!fits(row, type))
    throw invalidFormBody([
      {
        path: ['type'],
        code: 'BASE_TYPE_CHOICES',
        message: `Type ${type} does not answer this interaction.`,
      },
    ]);
  const message = perform(hub, row, type, data);
  row.answerType = type;
  row.state =
    type === ANSWER.DEFER ? 'deferred' : type === ANSWER.DEFER_UPDATE ? 'deferred-update' : 'answered';
  row.originalId = message?.id ?? null;
  hub.changed();
  return message;
}

function fits(row: InteractionRow, type: number): boolean {
  if (row.type === INTERACTION.AUTOCOMPLETE) return type === ANSWER.CHOICES;
  if (type === ANSWER.MESSAGE || type === ANSWER.DEFER) return true;
  if (type === ANSWER.DEFER_UPDATE || type === ANSWER.UPDATE) return row.sourceId !== null;
  return type === ANSWER.MODAL && row.type !== INTERACTION.MODAL;
}

function perform(hub: Hub, row: InteractionRow, type: number, data: unknown): MessageRow | undefined {
  switch (type) {
    case ANSWER.MESSAGE:
      return say(hub, row, data, false);
    case ANSWER.DEFER:
      return say(hub, row, { flags: asObject(data)['flags'] }, true);
    case ANSWER.UPDATE: {
      const source = sourceOf(hub, row);
      editMessage(hub, source, parseMessageEdit(data, source.flags));
      return source;
    }
    case ANSWER.DEFER_UPDATE:
      return sourceOf(hub, row);
    case ANSWER.CHOICES:
      row.choices = parseForm(choicesSchema, data).choices;
      return undefined;
    default:
      row.modal = parseForm(modalSchema, data);
      return undefined;
  }
}

/** Writes an answer; with the ephemeral flag only the person who asked sees it. */
export function say(hub: Hub, row: InteractionRow, data: unknown, loading: boolean): MessageRow {
  const form = { ...parseNewMessage(data), nonce: undefined };
  const ephemeral = ((form.flags ?? 0) & EPHEMERAL) !== 0;
  return createMessage(hub, {
    channel: hub.channel(row.channelId),
    authorId: hub.world.botUserId,
    form,
    loading,
    origin: {
      interactionId: row.id,
      type: row.type,
      userId: row.userId,
      commandName: row.commandName,
      originalId: row.originalId,
    },
    ...(ephemeral ? { visibleTo: row.userId } : {}),
  });
}

function sourceOf(hub: Hub, row: InteractionRow): MessageRow {
  const source = row.sourceId === null ? undefined : hub.findMessage(row.channelId, row.sourceId);
  if (!source) throw refuse.unknownMessage();
  return source;
}
