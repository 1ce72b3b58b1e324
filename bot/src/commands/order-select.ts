import { orderTransition } from '@pax/contracts';
import { z } from 'zod';
import type { Action } from '../core/command.js';
import { madeOf } from '../core/custom-id.js';
import { ORDER_SELECT } from '../views/order-controls.js';
import { moveByStaff, type OrderMoveDeps } from './order-move.js';

/** The chosen option: `<move>.<order id>.<token>`. */
const chosen = z
  .string()
  .max(40)
  .regex(/^[a-z]+\.[1-9]\d{0,9}\.[0-9a-z]{1,10}$/)
  .transform((text) => {
    const [move, order, madeAt] = text.split('.');
    return { move, order: Number(order), madeAt };
  })
  .pipe(z.object({ move: orderTransition, order: z.number().int().max(2_147_483_647), madeAt: madeOf }));

/** The select menu below a post of several orders: what the buttons of one order do. */
export function orderMoveSelect(deps: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: ORDER_SELECT,
    policy: { defer: true, ephemeral: true, permission: 'move', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      return moveByStaff(deps, { ...chosen.parse(args[0]), userId, language });
    },
  };
}
