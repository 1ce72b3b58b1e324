import { orderTransition, type Order, type OrderTransition } from '@pax/contracts';
import { z } from 'zod';

/**
 * Turns a creation time into a token for custom ids, which distinguishes an order or ticket from an earlier one with
 * the same number.
 */
export const toCreationToken = (createdAt: string): string => Date.parse(createdAt).toString(36);
/** Parses a creation token of a custom id into a time, ms since 1970. */
export const creationToken = z
  .string()
  .regex(/^[0-9a-z]{1,10}$/)
  .transform((token) => Number.parseInt(token, 36));

/**
 * Parses an order button's custom id, `order:<move>:<order id>:<token>`; ids without a token, from older posts, are
 * invalid.
 */
export const parsedOrderButton = z
  .string()
  .max(100)
  .regex(/^order:[a-z]+:[1-9]\d{0,9}:[0-9a-z]{1,10}$/)
  .transform((text) => {
    const [, move, orderId, token] = text.split(':');
    return { move, orderId: Number(orderId), token };
  })
  .pipe(
    z.object({
      move: orderTransition,
      orderId: z.number().int().max(2_147_483_647),
      token: z.string(),
    }),
  );

export function orderButtonId(
  move: OrderTransition,
  { id, createdAt }: Pick<Order, 'id' | 'createdAt'>,
): string {
  return ['order', move, id, toCreationToken(createdAt)].join(':');
}

/**
 * Format version of all custom ids except those of order buttons; a button of another version is answered as outdated.
 */
const VERSION = '1';
const CUSTOM_ID = /^1:([a-z][a-z-]{0,29})((?::[\w.-]{0,40}){0,6})$/;
const MAX_LENGTH = 100;

/**
 * A parsed custom id of a button, menu or modal of the bot: an action and its arguments, which the action itself
 * checks.
 */
export interface CustomId {
  name: string;
  args: readonly string[];
}

/**
 * Builds the custom id of an action, `1:<name>:<argument>…`.
 * @throws Error when it is too long for Discord, or could not be parsed again
 */
export function buildCustomId(name: string, ...args: readonly (string | number)[]): string {
  const id = [VERSION, name, ...args].join(':');
  if (id.length > MAX_LENGTH || !CUSTOM_ID.test(id)) throw new Error(`Not a custom id: ${id}`);
  return id;
}

/** Error for a person who pressed a button that belongs to somebody else. */
export class ForeignButtonError extends Error {}

/** Parses a custom id; returns undefined for an id of another application or version. */
export function parseCustomId(text: string): CustomId | undefined {
  const pressed = parsedOrderButton.safeParse(text).data;
  if (pressed) {
    const { move, orderId, token } = pressed;
    return { name: 'order-move', args: [move, String(orderId), token] };
  }
  if (text.length > MAX_LENGTH) return undefined;
  const [, name, rest = ''] = CUSTOM_ID.exec(text) ?? [];
  return name === undefined ? undefined : { name, args: rest === '' ? [] : rest.slice(1).split(':') };
}
