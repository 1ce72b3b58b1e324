import {
  TICKET_PICTURES,
  TICKET_PRIORITIES,
  ticketAddress,
  ticketPriority,
  type BotTicketRequest,
  type CreateTicketAnswer,
} from '@pax/contracts';
import { ComponentType } from 'discord.js';
import { z } from 'zod';
import type { Action, Language, Reply, SlashCommand } from './command.js';
import { customId } from '../messages/custom-id.js';
import type { PeopleBackend } from '../shop/people-backend.js';
import { TICKET_TEXTS } from './ticket-texts.js';
import { fileField, messageField, subjectField } from './ticket-window.js';

export interface TicketDeps {
  people: Pick<PeopleBackend, 'createTicket'>;
  /** The shop's public address. */
  publicUrl: string;
}

const fields = z.object({ priority: ticketPriority, subject: z.string(), message: z.string() });

/** Sends a ticket. The reply says where the answer will appear: on the account page, or behind a secret link. */
export async function sendTicket(
  { people, publicUrl }: TicketDeps,
  language: Language,
  ticket: BotTicketRequest & { requestId: string },
): Promise<Reply> {
  const { id, token }: CreateTicketAnswer = await people.createTicket(ticket);
  const texts = TICKET_TEXTS[language];
  if (token === null) return { content: texts.sent(id, `${publicUrl}/account?tab=support`) };
  return { content: texts.sentWithLink(id, `${publicUrl}${ticketAddress(token)}`) };
}

/** `/ticket`: opens a window for a question to the staff. */
export function ticketCommand(): SlashCommand {
  return {
    kind: 'slash',
    name: 'ticket',
    description: { en: 'Ask the staff', de: 'Frag das Team' },
    options: [],
    policy: { defer: false, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ language }) {
      const texts = TICKET_TEXTS[language];
      const priorities = TICKET_PRIORITIES.map((value) => ({
        label: texts.priorities[value],
        value,
        default: value === 'medium',
      }));
      return {
        modal: {
          custom_id: customId('ticket'),
          title: texts.title,
          components: [
            {
              type: ComponentType.Label,
              label: texts.priority,
              component: { type: ComponentType.StringSelect, custom_id: 'priority', options: priorities },
            },
            subjectField(texts.subject),
            messageField(texts.message),
            fileField(texts.pictures, texts.picturesHint, TICKET_PICTURES),
          ],
        },
      };
    },
  };
}

/** The window of `/ticket`: sends the text and the addresses of its pictures, which the backend downloads. */
export function ticketWindow(deps: TicketDeps): Action {
  return {
    kind: 'modal',
    name: 'ticket',
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ id, userId, userName, language, options, files = {} }) {
      const { pictures = [] } = files;
      const sent = { discordId: userId, requestId: id, name: userName, ...fields.parse(options) };
      return sendTicket(deps, language, {
        ...sent,
        ...(pictures.length > 0 ? { pictures: [...pictures] } : {}),
      });
    },
  };
}
