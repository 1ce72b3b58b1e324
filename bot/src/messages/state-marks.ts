import type { OrderStatus, TicketStatus } from '@pax/contracts';
import { formatRelativeTime } from './format.js';

/** The shop's colours, in the number format of Discord. */
export const COLOUR = {
  lantern: 0xffb347,
  info: 0x74b9ff,
  money: 0x4fd08a,
  loyalty: 0xb79bff,
  danger: 0xff7a7a,
  quiet: 0x767fa3,
} as const;

/** Emoji that show the state of a message's subject; messages contain no other emoji. */
export const STATE_MARK = { waiting: '🟡', working: '🔵', done: '🟢', stopped: '🔴' } as const;
export type State = keyof typeof STATE_MARK;

export const STATE_COLOUR: Record<State, number> = {
  waiting: COLOUR.lantern,
  working: COLOUR.info,
  done: COLOUR.money,
  stopped: COLOUR.danger,
};

export const ORDER_STATE: Record<OrderStatus, State> = {
  pending: 'waiting',
  processing: 'working',
  completed: 'done',
  archived: 'done',
  cancelled: 'stopped',
};

export const TICKET_STATE: Record<TicketStatus, State> = {
  open: 'waiting',
  in_progress: 'working',
  resolved: 'done',
  closed: 'stopped',
};

/** First line of a message: the state as emoji and word, then the most important facts. */
export function formatStateLine(state: State, label: string, ...more: string[]): string {
  return [`${STATE_MARK[state]} **${label}**`, ...more].join(' · ');
}

/** Content of a post, without the time that has passed since the event. */
export interface PostBody {
  title: string;
  state: State;
  /** The state in words. */
  label: string;
  /** Colour to use instead of the state's own. */
  color?: number;
  /** Text shown after the state and time, in the same line. */
  notes?: readonly string[];
  lines?: readonly string[];
  fields?: { name: string; value: string; inline: boolean }[];
  /** Reference of the post's subject, shown in the footer before the number of the post. */
  reference?: string;
}

/** Builds the description of a post: the state, relative time and notes in one line, followed by the other lines. */
export function describePost({ state, label, notes = [], lines = [] }: PostBody, occurredAt: string): string {
  return [formatStateLine(state, label, formatRelativeTime(occurredAt), ...notes), ...lines].join('\n');
}
