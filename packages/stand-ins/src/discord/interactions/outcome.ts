import type { Hub } from '../core/hub.js';
import { isLoading } from '../core/messages.js';
import type { InteractionRow, JsonObject } from '../core/state.js';
import { messageJson } from '../core/views.js';
import { ANSWER } from './callback.js';

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
