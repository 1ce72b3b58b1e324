import { orderTransition } from '@pax/contracts';
import { z } from 'zod';
import type { Backend } from '../core/backend.js';
import type { Action } from '../core/command.js';
import { TEXTS } from '../services/texts.js';

const pressed = z.object({ move: orderTransition, order: z.number().int().min(1) });

/** The buttons below an order's post: the panel's use case, on behalf of whoever pressed (OWN-148). */
export function orderMoveButton(backend: Pick<Backend, 'moveOrder'>): Action {
  return {
    kind: 'button',
    name: 'order-move',
    policy: { defer: true, ephemeral: true, permission: 'staff', cooldownSeconds: 0 },
    async execute({ userId, language, options }) {
      const { move, order } = pressed.parse(options);
      await backend.moveOrder(order, move, userId);
      return { content: TEXTS[language].moved[move](order) };
    },
  };
}
