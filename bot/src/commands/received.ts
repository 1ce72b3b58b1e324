import { z } from 'zod';
import type { Action } from '../core/command.js';
import { madeOf } from '../core/custom-id.js';
import type { DirectBackend } from '../core/direct-backend.js';
import { hasCode } from '../core/problem-error.js';
import { TEXTS } from '../services/texts.js';

const pressed = z.tuple([z.coerce.number().int().min(1).max(2_147_483_647), madeOf]);

/** The buyer's button below "delivered": their own word that the goods arrived. */
export function receivedButton(direct: Pick<DirectBackend, 'received'>): Action {
  return {
    kind: 'component',
    name: 'received',
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2, inDirect: true },
    async execute({ userId, language, args }) {
      const [orderId, madeAt] = pressed.parse(args);
      try {
        await direct.received(orderId, userId, madeAt);
      } catch (error) {
        if (hasCode(error, 'CONFLICT')) return { content: TEXTS[language].notDelivered };
        throw error;
      }
      return { content: TEXTS[language].received(orderId) };
    },
  };
}
