import { orderTransition, type OrderTransition } from '@pax/contracts';
import { z } from 'zod';
import type { Backend } from '../core/backend.js';
import type { Action, Language, Reply } from '../core/command.js';
import type { StaffBackend } from '../core/staff-backend.js';
import { TEXTS } from '../services/texts.js';

const pressed = z.tuple([orderTransition, z.coerce.number().int().min(1)]);

export interface OrderMoveDeps {
  readonly backend: Pick<Backend, 'moveOrder'>;
  readonly staff: Pick<StaffBackend, 'panelAct'>;
  readonly publicUrl: string;
}

interface PostMove {
  readonly move: OrderTransition;
  readonly order: number;
  readonly userId: string;
  readonly language: Language;
}

/** Moves an order from its post: the panel's use case, on behalf of who acts; what gives money back, the panel asks. */
export async function moveFromPost(
  { backend, staff, publicUrl }: OrderMoveDeps,
  { move, order, userId, language }: PostMove,
): Promise<Reply> {
  if (move === 'cancel') {
    await staff.panelAct(userId, 'cancel', order);
    return { content: TEXTS[language].inPanel(`${publicUrl}/admin?q=${order}`) };
  }
  await backend.moveOrder(order, move, userId);
  return { content: TEXTS[language].moved[move](order) };
}

/** The buttons below an order's post (OWN-148). */
export function orderMoveButton(deps: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: 'order-move',
    policy: { defer: true, ephemeral: true, permission: 'move', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      const [move, order] = pressed.parse(args);
      return moveFromPost(deps, { move, order, userId, language });
    },
  };
}
