import { orderTransition, type OrderTransition } from '@pax/contracts';
import { z } from 'zod';
import type { Backend } from '../core/backend.js';
import type { Action, Language, Reply } from '../core/command.js';
import { madeOf } from '../core/custom-id.js';
import { hasCode, SpokenError } from '../core/problem-error.js';
import type { StaffBackend } from '../core/staff-backend.js';
import { STAFF_TEXTS } from '../services/staff-texts.js';
import { TEXTS } from '../services/texts.js';

const pressed = z.tuple([orderTransition, z.coerce.number().int().min(1), madeOf]);

export interface OrderMoveDeps {
  readonly backend: Pick<Backend, 'moveOrder'>;
  readonly staff: Pick<StaffBackend, 'panelAct'>;
  readonly publicUrl: string;
}

interface StaffMove {
  readonly move: OrderTransition;
  readonly order: number;
  /** When the order of the message was made, ms since 1970; undefined for a typed number. */
  readonly madeAt?: number | undefined;
  readonly userId: string;
  readonly language: Language;
}

/** Moves an order, from its post or by command: the panel's use case, on behalf of who acts; what gives money back, the panel asks. */
export async function moveByStaff(
  { backend, staff, publicUrl }: OrderMoveDeps,
  { move, order, madeAt, userId, language }: StaffMove,
): Promise<Reply> {
  if (move === 'cancel') {
    await staff.panelAct(userId, 'cancel', order);
    return { content: TEXTS[language].inPanel(`${publicUrl}/admin?q=${order}`) };
  }
  try {
    await backend.moveOrder(order, move, userId, madeAt);
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) throw new SpokenError(STAFF_TEXTS[language].noOrder);
    throw error;
  }
  return { content: TEXTS[language].moved[move](order) };
}

/** The buttons below an order's post. */
export function orderMoveButton(deps: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: 'order-move',
    policy: { defer: true, ephemeral: true, permission: 'move', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      const [move, order, madeAt] = pressed.parse(args);
      return moveByStaff(deps, { move, order, madeAt, userId, language });
    },
  };
}
