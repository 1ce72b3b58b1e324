import { orderTransition } from '@pax/contracts';
import { z } from 'zod';
import type { Action } from '../core/command.js';
import { ORDER_SELECT } from '../views/order-controls.js';
import { moveByStaff, type OrderMoveDeps } from './order-move.js';

/** What was chosen: `<move>.<order id>`. */
const chosen = z
  .string()
  .max(40)
  .regex(/^[a-z]+\.[1-9]\d{0,9}$/)
  .transform((text) => {
    const [move, order] = text.split('.');
    return { move, order: Number(order) };
  })
  .pipe(z.object({ move: orderTransition, order: z.number().int().max(2_147_483_647) }));

/** The select menu below a post of several orders: what the buttons of one order do (OWN-148, OWN-762). */
export function orderMoveSelect(deps: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: ORDER_SELECT,
    policy: { defer: true, ephemeral: true, permission: 'move', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      const { move, order } = chosen.parse(args[0]);
      return moveByStaff(deps, { move, order, userId, language });
    },
  };
}
