import type { z } from 'zod';
import type { StaffRight } from '../entities/rights.js';
import type { Channel } from './channels.js';

/**
 * Kinds of rooms: `shop` for all visitors, `admin` for staff and admins, `user` for the account that an event is about.
 */
export const ROOM_KINDS = ['shop', 'admin', 'user'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];

/** Schemas of the `data` that each room receives. Other fields and rooms are never sent. */
export type RoomSchemas = Readonly<Partial<Record<RoomKind, z.ZodObject>>>;

/**
 * One event, from which the rooms' data, the Discord post, the relay's batching and the page in the docs are derived.
 */
export interface EventDefinition {
  /** The changed aggregate: the first part of the event's name. */
  readonly aggregate: string;
  readonly rooms: RoomSchemas;
  /** The right that staff need to receive the data in the room `admin`; `admin` is for admins only. */
  readonly right?: StaffRight | 'admin';
  /** Fields of the `admin` data that are money figures. */
  readonly money?: readonly string[];
  /** The Discord channel of the event's post; stock events are posted only when they cross a threshold. */
  readonly post?: Channel;
  /** Set when the event edits the first post of the order or ticket to the newest state. */
  readonly editsPost?: true;
  /** Set when the relay may merge events of one aggregate in one relay step into one message with the newest state. */
  readonly coalesce?: true;
  /**
   * Set when the notification may be delayed and merged: for events of purchases only, which come in bursts.
   */
  readonly debounce?: true;
  /** Set when a purchase may append the event as a side effect, whose notification then waits with the purchase's. */
  readonly sideEffect?: true;
}

/** The aggregate of a message: the type up to the dot. */
export const messageAggregate = ({ type }: { readonly type: string }): string =>
  type.slice(0, type.indexOf('.'));
