import {
  customerCalls,
  type TicketPriority,
  BOT_TICKET_TEXT_LENGTH,
  TICKET_SUBJECT_LENGTH,
  MAX_TICKET_PICTURES,
  TICKET_PRIORITIES,
  getTicketAddress,
  ticketPriority,
  type BotTicketRequest,
} from '@pax/contracts';
import type { Language, Action, Reply, SlashCommand } from './command.js';
import { ComponentType, TextInputStyle, type APILabelComponent } from 'discord.js';
import { z } from 'zod';
import { buildCustomId } from '../messages/custom-id.js';
import type { RequestIds } from '../request-ids.js';
import type { ShopClient } from '../shop-client.js';

/** Texts about tickets in Discord, per language. */
export interface TicketTexts {
  title: string;
  priority: string;
  priorities: Record<TicketPriority, string>;
  subject: string;
  message: string;
  pictures: string;
  picturesHint: string;
  problemTitle: (orderId: number) => string;
  problem: string;
  problemSubject: (orderId: number) => string;
  writeBackTitle: (ticketId: number) => string;
  written: (ticketId: number) => string;
  ended: (ticketId: number) => string;
  sent: (id: number, account: string) => string;
  /** Text with the ticket's secret link, for a person without an account. */
  sentWithLink: (id: number, link: string) => string;
}

const en: TicketTexts = {
  title: 'Ask the staff',
  priority: 'How urgent is it?',
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  subject: 'Subject',
  message: 'Message',
  pictures: 'Pictures (optional)',
  picturesHint: 'Up to three, PNG, JPEG or WebP, 5 MB each',
  problemTitle: (id) => `Problem with order #${id}`,
  problem: 'What is wrong?',
  problemSubject: (id) => `Problem with order #${id}`,
  writeBackTitle: (id) => `Ticket #${id}`,
  written: (id) => `Your message stands in ticket #${id}.`,
  ended: (id) => `Ticket #${id} has ended. If it is not solved, say so on your account page.`,
  sent: (id, account) =>
    `Ticket #${id} is with the staff. You read the answer on your account page: ${account}`,
  sentWithLink: (id, link) =>
    `Ticket #${id} is with the staff. The answer will be here; keep this link, it is shown only once: ${link}`,
};

const de: TicketTexts = {
  title: 'Frag das Team',
  priority: 'Wie dringend ist es?',
  priorities: { low: 'Niedrig', medium: 'Mittel', high: 'Hoch', urgent: 'Dringend' },
  subject: 'Betreff',
  message: 'Nachricht',
  pictures: 'Bilder (freiwillig)',
  picturesHint: 'Bis zu drei, PNG, JPEG oder WebP, je 5 MB',
  problemTitle: (id) => `Problem mit Bestellung #${id}`,
  problem: 'Was stimmt nicht?',
  problemSubject: (id) => `Problem mit Bestellung #${id}`,
  writeBackTitle: (id) => `Ticket #${id}`,
  written: (id) => `Deine Nachricht steht in Ticket #${id}.`,
  ended: (id) => `Ticket #${id} ist beendet. Ist es nicht gelöst, sag es auf deiner Kontoseite.`,
  sent: (id, account) =>
    `Ticket #${id} liegt beim Team. Die Antwort liest du auf deiner Kontoseite: ${account}`,
  sentWithLink: (id, link) =>
    `Ticket #${id} liegt beim Team. Die Antwort steht dann hier; bewahr den Link auf, er wird nur einmal gezeigt: ${link}`,
};

export const TICKET_TEXTS: Record<Language, TicketTexts> = { en, de };

interface TextField {
  id: string;
  label: string;
  style: TextInputStyle;
  /** Longest text that the field accepts, in characters. */
  max: number;
}

/** A required text field of a modal. */
export function createTextField({ id, label, style, max }: TextField): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      style,
      min_length: 1,
      max_length: max,
      required: true,
    },
  };
}

/** An optional file field of a modal. @param most largest number of files */
export function createFileField(label: string, description: string, most: number): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.FileUpload,
      custom_id: 'pictures',
      required: false,
      min_values: 0,
      max_values: most,
    },
  };
}

export const createSubjectField = (label: string): APILabelComponent =>
  createTextField({ id: 'subject', label, style: TextInputStyle.Short, max: TICKET_SUBJECT_LENGTH });

export const createMessageField = (label: string): APILabelComponent =>
  createTextField({ id: 'message', label, style: TextInputStyle.Paragraph, max: BOT_TICKET_TEXT_LENGTH });

/** Time limit for sending a ticket with pictures, ms: the backend downloads and converts up to three of them. */
export const PICTURES_CALL_MS = 40_000;

export interface TicketDeps {
  shop: Pick<ShopClient, 'call'>;
  requestIds: RequestIds;
  /** Base address of the shop's website. */
  publicUrl: string;
}

const fields = z.object({ priority: ticketPriority, subject: z.string(), message: z.string() });

/** Sends a ticket. The reply says where the answer will appear: on the account page, or behind a secret link. */
export async function sendTicket(
  { shop, requestIds, publicUrl }: TicketDeps,
  language: Language,
  ticket: BotTicketRequest & { requestId: string },
): Promise<Reply> {
  const { discordId, subject, message, priority, orderId, pictures } = ticket;
  const sending = pictures && { timeoutMs: PICTURES_CALL_MS };
  // Pictures are identified by their number only, because Discord gives the same picture a new address on each upload.
  const what = ['ticket', discordId, subject, message, priority, orderId, pictures?.length];
  const { id, token } = await requestIds.callOnce(what, ticket.requestId, (requestId) =>
    shop.call(customerCalls.botCreateTicket, { body: { ...ticket, requestId }, ...sending }),
  );
  const texts = TICKET_TEXTS[language];
  if (token === null) return { content: texts.sent(id, `${publicUrl}/account?tab=support`) };
  return { content: texts.sentWithLink(id, `${publicUrl}${getTicketAddress(token)}`) };
}

/** `/ticket`: opens a modal in which a person writes to the staff. */
export function ticketCommand(): SlashCommand {
  return {
    kind: 'slash',
    name: 'ticket',
    description: { en: 'Ask the staff', de: 'Frag das Team' },
    options: [],
    policy: {
      defer: false,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ language }) {
      const texts = TICKET_TEXTS[language];
      const priorities = TICKET_PRIORITIES.map((value) => ({
        label: texts.priorities[value],
        value,
        default: value === 'medium',
      }));
      return {
        modal: {
          custom_id: buildCustomId('ticket'),
          title: texts.title,
          components: [
            {
              type: ComponentType.Label,
              label: texts.priority,
              component: { type: ComponentType.StringSelect, custom_id: 'priority', options: priorities },
            },
            createSubjectField(texts.subject),
            createMessageField(texts.message),
            createFileField(texts.pictures, texts.picturesHint, MAX_TICKET_PICTURES),
          ],
        },
      };
    },
  };
}

/** The modal of `/ticket`; sends the text and the addresses of the pictures, which the backend downloads. */
export function createTicketModal(deps: TicketDeps): Action {
  return {
    kind: 'modal',
    name: 'ticket',
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
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
