import { z } from 'zod';
import { modal } from '../api-description/components.js';
import { discordErrors, invalidFormBody, parseForm } from '../core/errors.js';
import { asObject } from '../core/json-values.js';
import type { Hub } from '../core/hub.js';
import { parseMessageEdit, parseNewMessage } from '../core/parse-message.js';
import { createMessage, editMessage, isLoading } from '../core/messages.js';
import type { InteractionRow, MessageRow, JsonObject } from '../core/state.js';
import { INTERACTION } from './interactions.js';
import { messageJson } from '../core/json-views.js';

/** Numbers that Discord uses for kinds of first answers. */
export const ANSWER = { MESSAGE: 4, DEFER: 5, DEFER_UPDATE: 6, UPDATE: 7, CHOICES: 8, MODAL: 9 } as const;

const EPHEMERAL = 1 << 6;

const callbackSchema = z.object({ type: z.int(), data: z.unknown().optional() });
const choicesSchema = z.object({
  choices: z
    .array(z.object({ name: z.string().min(1).max(100), value: z.union([z.string().max(100), z.number()]) }))
    .max(25),
});

/**
 * Applies the application's first answer to an interaction.
 * @throws DiscordError 40060 for a second answer, 10062 for an unknown or expired interaction, 50035 for a wrong type
 */
export function applyFirstAnswer(
  hub: Hub,
  row: InteractionRow | undefined,
  body: unknown,
): MessageRow | undefined {
  if (!row || row.state === 'failed') throw discordErrors.unknownInteraction();
  if (row.state !== 'waiting') throw discordErrors.alreadyAcknowledged();
  const { type, data } = parseForm(callbackSchema, body);
  if (!isFittingType(row, type))
    throw invalidFormBody([
      {
        path: ['type'],
        code: 'BASE_TYPE_CHOICES',
        message: `Type ${type} does not answer this interaction.`,
      },
    ]);
  const message = applyAnswer(hub, row, type, data);
  row.answerType = type;
  row.state =
    type === ANSWER.DEFER ? 'deferred' : type === ANSWER.DEFER_UPDATE ? 'deferred-update' : 'answered';
  row.originalId = message?.id ?? null;
  hub.commitChange();
  return message;
}

function isFittingType(row: InteractionRow, type: number): boolean {
  if (row.type === INTERACTION.AUTOCOMPLETE) return type === ANSWER.CHOICES;
  if (type === ANSWER.MESSAGE || type === ANSWER.DEFER) return true;
  if (type === ANSWER.DEFER_UPDATE || type === ANSWER.UPDATE) return row.sourceId !== null;
  return type === ANSWER.MODAL && row.type !== INTERACTION.MODAL;
}

function applyAnswer(hub: Hub, row: InteractionRow, type: number, data: unknown): MessageRow | undefined {
  switch (type) {
    case ANSWER.MESSAGE:
      return createAnswerMessage(hub, row, data, false);
    case ANSWER.DEFER:
      return createAnswerMessage(hub, row, { flags: asObject(data)['flags'] }, true);
    case ANSWER.UPDATE: {
      const source = requireSourceMessage(hub, row);
      editMessage(hub, source, parseMessageEdit(data, source.flags));
      return source;
    }
    case ANSWER.DEFER_UPDATE:
      return requireSourceMessage(hub, row);
    case ANSWER.CHOICES:
      row.choices = parseForm(choicesSchema, data).choices;
      return undefined;
    default:
      row.modal = parseForm(modal, data);
      return undefined;
  }
}

/** Creates the message of an answer; with the ephemeral flag, only the person who started the interaction sees it. */
export function createAnswerMessage(
  hub: Hub,
  row: InteractionRow,
  data: unknown,
  loading: boolean,
): MessageRow {
  const form = { ...parseNewMessage(data), nonce: undefined };
  const ephemeral = ((form.flags ?? 0) & EPHEMERAL) !== 0;
  return createMessage(hub, {
    channel: hub.getChannel(row.channelId),
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

function requireSourceMessage(hub: Hub, row: InteractionRow): MessageRow {
  const source = row.sourceId === null ? undefined : hub.findMessage(row.channelId, row.sourceId);
  if (!source) throw discordErrors.unknownMessage();
  return source;
}

/** What the person sees as the result of an interaction. */
export interface Outcome {
  readonly interaction: string;
  readonly state: 'answered' | 'thinking' | 'updated' | 'modal' | 'choices' | 'failed';
  /** Text that Discord's client shows when the application does not answer. */
  readonly notice?: string;
  readonly ephemeral: boolean;
  readonly message?: JsonObject;
  readonly followups: JsonObject[];
  readonly modal?: JsonObject;
  readonly choices?: JsonObject[];
}

/**
 * Waits until the person sees a result (message, update, modal, choices or failure notice), at most `ms` milliseconds.
 * @returns what the person sees; `thinking` for a deferred answer without content
 */
export async function waitForOutcome(hub: Hub, row: InteractionRow, ms: number): Promise<Outcome> {
  const before = sourceText(hub, row);
  await hub.waitUntil(() => isSettled(hub, row, before), ms);
  return describeOutcome(hub, row);
}

function isSettled(hub: Hub, row: InteractionRow, before: string): boolean {
  if (row.state === 'waiting') return false;
  if (row.state === 'deferred') return !isThinking(hub, row);
  if (row.state === 'deferred-update') return row.followupIds.length > 0 || sourceText(hub, row) !== before;
  return true;
}

function isThinking(hub: Hub, row: InteractionRow): boolean {
  const original = row.originalId === null ? undefined : hub.findMessage(row.channelId, row.originalId);
  // After the deferred answer was deleted, the person still sees "is thinking" until a follow-up arrives.
  return original === undefined ? row.followupIds.length === 0 : isLoading(original);
}

function sourceText(hub: Hub, row: InteractionRow): string {
  const source = row.sourceId === null ? undefined : hub.findMessage(row.channelId, row.sourceId);
  return source ? JSON.stringify(messageJson(hub, source)) : '';
}

function describeOutcome(hub: Hub, row: InteractionRow): Outcome {
  const listShownMessages = (id: string | null): JsonObject[] => {
    const message = id === null ? undefined : hub.findMessage(row.channelId, id);
    return message ? [messageJson(hub, message)] : [];
  };
  const [message] = listShownMessages(row.originalId);
  const followups = row.followupIds.flatMap((id) => listShownMessages(id));
  const last = followups.at(-1) ?? message;
  return {
    interaction: row.id,
    state: outcomeState(hub, row),
    ...(row.state === 'failed' ? { notice: 'The application did not respond' } : {}),
    ephemeral: last !== undefined && (Number(last['flags']) & (1 << 6)) !== 0,
    ...(message ? { message } : {}),
    followups,
    ...(row.modal ? { modal: row.modal } : {}),
    ...(row.choices ? { choices: row.choices } : {}),
  };
}

function outcomeState(hub: Hub, row: InteractionRow): Outcome['state'] {
  if (row.state === 'failed' || row.state === 'waiting') return 'failed';
  if (row.modal) return 'modal';
  if (row.choices) return 'choices';
  if (row.state === 'deferred' && isThinking(hub, row)) return 'thinking';
  if (row.answerType === ANSWER.UPDATE || row.answerType === ANSWER.DEFER_UPDATE) return 'updated';
  return 'answered';
}
