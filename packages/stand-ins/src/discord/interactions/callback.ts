import { z } from 'zod';
import { modal } from '../described/components.js';
import { refuse, invalidFormBody, parseForm, asObject } from '../core/errors.js';
import type { Hub } from '../core/hub.js';
import { parseMessageEdit, parseNewMessage } from '../core/message-schema.js';
import { createMessage, editMessage, isLoading } from '../core/messages.js';
import type { InteractionRow, MessageRow, JsonObject } from '../core/state.js';
import { INTERACTION } from './interactions.js';
import { messageJson } from '../core/views.js';

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
      row.modal = parseForm(modal, data);
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

/** The visible outcome of an interaction for the person. */
export interface Outcome {
  readonly interaction: string;
  readonly state: 'answered' | 'thinking' | 'updated' | 'modal' | 'choices' | 'failed';
  /** The client's notice when the application does not answer. */
  readonly notice?: string;
  readonly ephemeral: boolean;
  readonly message?: JsonObject;
  readonly followups: JsonObject[];
  readonly modal?: JsonObject;
  readonly choices?: JsonObject[];
}

/**
 * Waits until the interaction has visibly ended (message, update, window, choices or failure notice), at most `ms`
 * milliseconds. @returns the visible outcome; `thinking` for an open deferred answer
 */
export async function outcomeOf(hub: Hub, row: InteractionRow, ms: number): Promise<Outcome> {
  const before = sourceText(hub, row);
  await hub.until(() => isSettled(hub, row, before), ms);
  return describe(hub, row);
}

function isSettled(hub: Hub, row: InteractionRow, before: string): boolean {
  if (row.state === 'waiting') return false;
  if (row.state === 'deferred') return !isThinking(hub, row);
  if (row.state === 'deferred-update') return row.followupIds.length > 0 || sourceText(hub, row) !== before;
  return true;
}

function isThinking(hub: Hub, row: InteractionRow): boolean {
  const original = row.originalId === null ? undefined : hub.findMessage(row.channelId, row.originalId);
  // The deferred answer was deleted before it was filled, and the follow-up that replaces it is still missing.
  return original === undefined ? row.followupIds.length === 0 : isLoading(original);
}

function sourceText(hub: Hub, row: InteractionRow): string {
  const source = row.sourceId === null ? undefined : hub.findMessage(row.channelId, row.sourceId);
  return source ? JSON.stringify(messageJson(hub, source)) : '';
}

function describe(hub: Hub, row: InteractionRow): Outcome {
  const shown = (id: string | null): JsonObject[] => {
    const message = id === null ? undefined : hub.findMessage(row.channelId, id);
    return message ? [messageJson(hub, message)] : [];
  };
  const [message] = shown(row.originalId);
  const followups = row.followupIds.flatMap((id) => shown(id));
  const last = followups.at(-1) ?? message;
  return {
    interaction: row.id,
    state: stateOf(hub, row),
    ...(row.state === 'failed' ? { notice: 'The application did not respond' } : {}),
    ephemeral: last !== undefined && (Number(last['flags']) & (1 << 6)) !== 0,
    ...(message ? { message } : {}),
    followups,
    ...(row.modal ? { modal: row.modal } : {}),
    ...(row.choices ? { choices: row.choices } : {}),
  };
}

function stateOf(hub: Hub, row: InteractionRow): Outcome['state'] {
  if (row.state === 'failed' || row.state === 'waiting') return 'failed';
  if (row.modal) return 'modal';
  if (row.choices) return 'choices';
  if (row.state === 'deferred' && isThinking(hub, row)) return 'thinking';
  if (row.answerType === ANSWER.UPDATE || row.answerType === ANSWER.DEFER_UPDATE) return 'updated';
  return 'answered';
}
