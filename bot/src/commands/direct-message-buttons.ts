import {
  customerCalls,
  directMessageCalls,
  MAX_TICKET_PICTURES,
  TICKET_MESSAGE_LENGTH,
} from '@pax/contracts';
import { TextInputStyle } from 'discord.js';
import { z } from 'zod';
import type { Action } from './command.js';
import { buildCustomId, creationToken } from '../messages/custom-id.js';
import { type ShopClient, hasCode } from '../shop-client.js';
import { TEXTS } from './texts.js';
import { UserFacingError } from './command.js';
import {
  TICKET_TEXTS,
  sendTicket,
  type TicketDeps,
  createFileField,
  createMessageField,
  createTextField,
  PICTURES_CALL_MS,
} from './ticket.js';
import { WRITE_BACK_BUTTON } from '../messages/direct-message-view.js';

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

const writtenFields = z.object({ text: z.string() });
const ticketPolicy = { ephemeral: true, permission: 'everyone', worksInDirectMessages: true } as const;

/** The "Answer" button below a direct message with words of staff; opens a modal for the sender's message. */
export function createWriteBackButton(): Action {
  return {
    kind: 'component',
    name: WRITE_BACK_BUTTON,
    policy: { ...ticketPolicy, defer: false, cooldownSeconds: 0 },
    async execute({ language, args }) {
      const [ticketId] = orderButtonArgs.parse(args);
      const [, ...token] = args;
      const texts = TICKET_TEXTS[language];
      return {
        modal: {
          custom_id: buildCustomId(WRITE_BACK_BUTTON, ticketId, ...token),
          title: texts.writeBackTitle(ticketId),
          components: [
            createTextField({
              id: 'text',
              label: texts.message,
              style: TextInputStyle.Paragraph,
              max: TICKET_MESSAGE_LENGTH,
            }),
            createFileField(texts.pictures, texts.picturesHint, MAX_TICKET_PICTURES),
          ],
        },
      };
    },
  };
}

/** The modal of the "Answer" button; sends the message to the backend, which checks whose ticket it is. */
export function createWriteBackModal({ shop, requestIds }: TicketDeps): Action {
  return {
    kind: 'modal',
    name: WRITE_BACK_BUTTON,
    policy: { ...ticketPolicy, defer: true, cooldownSeconds: 2 },
    async execute({ id: interactionId, userId: discordId, language, args, options, files = {} }) {
      const [id, madeAt] = orderButtonArgs.parse(args);
      const { text } = writtenFields.parse(options);
      const { pictures = [] } = files;
      const texts = TICKET_TEXTS[language];
      const what = ['message', id, discordId, text, pictures.length];
      try {
        await requestIds.callOnce(what, interactionId, (requestId) =>
          shop.call(customerCalls.botWriteTicketMessage, {
            params: { id },
            body: {
              discordId,
              requestId,
              text,
              madeAt,
              ...(pictures.length > 0 && { pictures: [...pictures] }),
            },
            ...(pictures.length > 0 && { timeoutMs: PICTURES_CALL_MS }),
          }),
        );
      } catch (error) {
        if (hasCode(error, 'ILLEGAL_MOVE')) throw new UserFacingError(texts.ended(id));
        throw error;
      }
      return { content: texts.written(id) };
    },
  };
}
