import type { z } from 'zod';
import type { StaffRight } from '../entities/rights.js';
import type { Channel } from './channels.js';

/** Kinds of rooms: `shop` is everybody, `admin` staff and admins, `user` the one account an event is about. */
export const ROOM_KINDS = ['shop', 'admin', 'user'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** What each room receives as `data`. A field or a room that is not named here does not leave the server. */
export type RoomSchemas = Readonly<Partial<Record<RoomKind, z.ZodObject>>>;

/** One event: what leaves the server, its Discord post, the relay's batching and its page in the docs come from here. */
export interface EventDefinition {
  /** What changed: the first part of the event's name. */
  readonly aggregate: string;
  readonly rooms: RoomSchemas;
  /** What a person of the team needs to receive the data in the room `admin`; `admin` is for admins alone. */
  readonly right?: StaffRight | 'admin';
  /** Fields of those data that are money figures. */
  readonly money?: readonly string[];
  /** The Discord channel it is posted to; stock events only when they cross a threshold. */
  readonly post?: Channel;
  /** Whether the first post of the order or ticket is edited to the newest state. */
  readonly editsPost?: true;
  /** Whether several of one aggregate in a relay step become one message, with the newest state. */
  readonly coalesce?: true;
  /** Whether its notification may wait for others: only purchases append it, and they come in rushes. */
  readonly debounce?: true;
  /** Whether a purchase may append it besides its own; alone it notifies at once. */
  readonly sideEffect?: true;
}

/** The aggregate a message is about: its type up to the dot. */
export const messageAggregate = ({ type }: { readonly type: string }): string =>
  type.slice(0, type.indexOf('.'));
