import type { z } from 'zod';
import type { StaffRight } from '../entities/rights.js';
import type { Channel } from './discord-channels.js';

/**
 * Kinds of socket rooms: `shop` for all visitors, `admin` for staff and admins, `user` for the account that the event
 * is about.
 */
export const ROOM_KINDS = ['shop', 'admin', 'user'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** Schema of the data that each room receives; other fields are removed, and other rooms receive nothing. */
export type RoomSchemas = Readonly<Partial<Record<RoomKind, z.ZodObject>>>;

/**
 * Definition of one event, from which the data in rooms, the Discord post, the relay's merging and the documentation
 * are derived.
 */
export interface EventDefinition {
  /** Kind of thing that the event changes, which is the first part of the event's name. */
  readonly aggregate: string;
  readonly rooms: RoomSchemas;
  /** Right that staff need to receive the event in the room `admin`; `admin` means admins only. */
  readonly right?: StaffRight | 'admin';
  /** Fields of the data for the room `admin` that are money figures. */
  readonly money?: readonly string[];
  /** Discord channel in which the event is posted; stock events only when they cross a threshold. */
  readonly post?: Channel;
  /** Set when the event edits the first post of the order or ticket, so that it shows the newest state. */
  readonly editsPost?: true;
  /** Set when the relay may merge a relay step's events about the same thing into one message of the newest state. */
  readonly coalesce?: true;
  /** Set when the notification may be delayed and merged: for events of purchases only, since many come at once. */
  readonly debounce?: true;
  /** Set when a purchase may cause the event as a side effect, whose notification then waits with the purchase's. */
  readonly sideEffect?: true;
}

/** Returns what kind of thing a message is about: the part of its type before the dot. */
export const messageAggregate = ({ type }: { readonly type: string }): string =>
  type.slice(0, type.indexOf('.'));
