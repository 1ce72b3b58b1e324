import { orderMove } from '@pax/contracts';

/** The moves that are one call each; cancelling gives money back and is a use case of its own. */
export const plainMove = orderMove.exclude(['cancel']);
