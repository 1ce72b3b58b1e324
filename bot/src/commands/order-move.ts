import { orderTransition } from '@pax/contracts';
import { z } from 'zod';
import type { Backend } from '../core/backend.js';
import type { Action } from '../core/command.js';
import type { StaffBackend } from '../core/staff-backend.js';
import { TEXTS } from '../services/texts.js';

const pressed = z.tuple([orderTransition, z.coerce.number().int().min(1)]);

interface OrderMoveDeps {
  readonly backend: Pick<Backend, 'moveOrder'>;
  readonly staff: Pick<StaffBackend, 'panelAct'>;
  readonly publicUrl: string;
}

/** The buttons below an order's post: the panel's use case, on behalf of whoever pressed (OWN-148); what gives money back, the panel asks. */
export function orderMoveButton({ backend, staff, publicUrl }: OrderMoveDeps): Action {
  return {
    kind: 'component',
    name: 'order-move',
    policy: { defer: true, ephemeral: true, permission: 'staff', cooldownSeconds: 0 },
    async execute({ userId, language, args }) {
      const [move, order] = pressed.parse(args);
      if (move === 'cancel') {
        await staff.panelAct(userId, 'cancel');
        return { content: TEXTS[language].inPanel(`${publicUrl}/admin?q=${order}`) };
      }
      await backend.moveOrder(order, move, userId);
      return { content: TEXTS[language].moved[move](order) };
    },
  };
}
