import { directMessageCalls } from '@pax/contracts';
import { z } from 'zod';
import type { Action } from './command.js';
import { buildCustomId, creationToken } from '../messages/custom-id.js';
import { type ShopClient, hasCode } from '../shop-client.js';
import { TEXTS } from './texts.js';
import { TICKET_TEXTS, sendTicket, type TicketDeps, createMessageField } from './ticket.js';

const orderButtonArgs = z.tuple([z.coerce.number().int().min(1).max(2_147_483_647), creationToken]);
const fields = z.object({ message: z.string() });

/** The button below a "delivered" message, with which the buyer confirms that the goods arrived. */
export function createReceivedButton(shop: Pick<ShopClient, 'call'>): Action {
  return {
    kind: 'component',
    name: 'received',
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ userId, language, args }) {
      const [orderId, madeAt] = orderButtonArgs.parse(args);
      try {
        const body = { discordId: userId, madeAt };
        await shop.call(directMessageCalls.receivedOrder, { params: { id: orderId }, body });
      } catch (error) {
        if (hasCode(error, 'CONFLICT')) return { content: TEXTS[language].notDelivered };
        throw error;
      }
      return { content: TEXTS[language].received(orderId) };
    },
  };
}

/** The "problem" button below a direct message; opens a modal about the order in the message. */
export function createProblemButton(): Action {
  return {
    kind: 'component',
    name: 'problem',
    policy: {
      defer: false,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 0,
      worksInDirectMessages: true,
    },
    async execute({ language, args }) {
      const [orderId] = orderButtonArgs.parse(args);
      const [, ...token] = args;
      const texts = TICKET_TEXTS[language];
      return {
        modal: {
          custom_id: buildCustomId('problem', orderId, ...token),
          title: texts.problemTitle(orderId),
          components: [createMessageField(texts.problem)],
        },
      };
    },
  };
}

/**
 * The modal of the "problem" button; sends a ticket about the order after the backend has checked who owns the order.
 */
export function createProblemModal(deps: TicketDeps): Action {
  return {
    kind: 'modal',
    name: 'problem',
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ id, userId, userName, language, args, options }) {
      const [orderId, madeAt] = orderButtonArgs.parse(args);
      const { message } = fields.parse(options);
      return sendTicket(deps, language, {
        discordId: userId,
        requestId: id,
        name: userName,
        subject: TICKET_TEXTS[language].problemSubject(orderId),
        message,
        priority: 'high',
        orderId,
        madeAt,
      });
    },
  };
}
