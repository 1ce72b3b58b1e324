import { readEntities } from '../../platform/database/read-entities.js';
import { roomProjection } from '../../platform/outbox/projections.js';
import { Checkout } from './checkout.entity.js';
import { toCheckoutAnswers } from './checkout.queries.js';
import { toAdminHolds } from './holds/holds.queries.js';

/** Sends changes of a checkout to its buyer, and of its hold to staff. */
export const checkoutRooms = roomProjection({
  aggregate: 'checkout',
  keyOf: ({ aggregateId }) => aggregateId,
  read: async (tx, refs) => {
    const checkouts = await readEntities(tx, Checkout, 'WHERE ref = ANY($1)', [refs]);
    const answers = await toCheckoutAnswers(tx, checkouts);
    const holds = await toAdminHolds(tx, checkouts);
    return new Map(
      checkouts.map(({ ref, userId, version }, index) => [
        ref,
        { userId, version, user: answers[index], admin: holds[index] },
      ]),
    );
  },
  messages: (messages) => messages,
});
