import { staffCalls, BOT_TICKET_TEXT_LENGTH, TICKET_MESSAGE_LENGTH } from '@pax/contracts';
import { TextInputStyle } from 'discord.js';
import { z } from 'zod';
import type { Action, Language, Localised, SlashCommand } from './command.js';
import { buildCustomId, creationToken } from '../messages/custom-id.js';
import { hasCode, type ShopClient } from '../shop-client.js';
import type { RequestIds } from '../request-ids.js';
import { UserFacingError } from './command.js';
import { STAFF_TEXTS, type StaffTexts } from './staff-texts.js';
import { REPLY_BUTTON, STAFF_MESSAGE_BUTTON, TICKET_NOTE_BUTTON } from '../messages/ticket-controls.js';
import { createTicketOption } from './staff/suggestions.js';
import { createTextField } from './ticket.js';

const ticketId = z.coerce.number().int().min(1).max(2_147_483_647);
const ticketButtonArgs = z.tuple([ticketId, creationToken]);
/** Arguments of a ticket modal; the creation token is missing when staff typed the ticket's number. */
const windowArgs = z.tuple([ticketId, creationToken.optional()]);
const fields = z.object({ text: z.string() });

interface WrittenText {
  discordId: string;
  requestId: string;
  text: string;
  madeAt: number | undefined;
}

/** A command that opens a modal about a ticket, and the function that sends the text written in it. */
interface TicketAction {
  name: string;
  description: Localised;
  /** Longest text that the modal accepts, in characters. */
  max: number;
  windowTexts: (texts: StaffTexts, ticketId: number) => { title: string; label: string };
  doneText: (texts: StaffTexts, ticketId: number) => string;
  sendText: (deps: TicketsDeps, ticketId: number, input: WrittenText) => Promise<void>;
}

interface TicketsDeps {
  shop: Pick<ShopClient, 'call'>;
  requestIds: RequestIds;
}

const TICKET_ACTIONS: readonly TicketAction[] = [
  {
    name: REPLY_BUTTON,
    description: { en: 'Answer a ticket (staff)', de: 'Ein Ticket beantworten (Team)' },
    max: BOT_TICKET_TEXT_LENGTH,
    windowTexts: (texts, id) => ({ title: texts.replyTitle(id), label: texts.reply }),
    doneText: (texts, id) => texts.replied(id),
    async sendText({ shop, requestIds }, id, { text, ...asked }) {
      await requestIds.callOnce(['answer', id, asked.discordId, text], asked.requestId, (requestId) => {
        const body = { ...asked, requestId, response: text };
        return shop.call(staffCalls.botAnswerTicket, { params: { id }, body });
      });
    },
  },
  {
    name: STAFF_MESSAGE_BUTTON,
    description: {
      en: 'Write to the sender of a ticket (staff)',
      de: 'Dem Absender eines Tickets schreiben (Team)',
    },
    max: TICKET_MESSAGE_LENGTH,
    windowTexts: (texts, id) => ({ title: texts.messageTitle(id), label: texts.message }),
    doneText: (texts, id) => texts.messaged(id),
    async sendText({ shop, requestIds }, id, message) {
      const what = ['staff-message', id, message.discordId, message.text];
      await requestIds.callOnce(what, message.requestId, (requestId) =>
        shop.call(staffCalls.botWriteStaffMessage, { params: { id }, body: { ...message, requestId } }),
      );
    },
  },
  {
    name: TICKET_NOTE_BUTTON,
    description: { en: 'An internal note on a ticket (staff)', de: 'Eine interne Notiz zum Ticket (Team)' },
    max: 2_000,
    windowTexts: (texts, id) => ({ title: texts.noteTitle(id), label: texts.note }),
    doneText: (texts, id) => texts.noted(id),
    async sendText({ shop, requestIds }, id, note) {
      await requestIds.callOnce(['note', id, note.discordId, note.text], note.requestId, (requestId) =>
        shop.call(staffCalls.botNoteTicket, { params: { id }, body: { ...note, requestId } }),
      );
    },
  },
];

/** `/ticket-reply`, `/ticket-write` and `/ticket-note`: open modals in which staff write to a ticket. */
export function createTicketCommands({ shop }: Pick<TicketsDeps, 'shop'>): SlashCommand[] {
  return TICKET_ACTIONS.map(({ name, description, max, windowTexts }) => ({
    kind: 'slash',
    name,
    description,
    options: [createTicketOption(shop)],
    policy: { defer: false, ephemeral: true, permission: 'tickets', cooldownSeconds: 0 },
    async execute({ language, options }) {
      const [id] = windowArgs.parse([options['ticket']]);
      return { modal: buildTextModal({ name, max, windowTexts }, [String(id)], language) };
    },
  }));
}

function buildTextModal(
  { name, max, windowTexts }: Pick<TicketAction, 'name' | 'max' | 'windowTexts'>,
  args: readonly string[],
  language: Language,
) {
  const [id] = windowArgs.parse(args);
  const { title, label } = windowTexts(STAFF_TEXTS[language], id);
  const field = createTextField({ id: 'text', label, style: TextInputStyle.Paragraph, max });
  return { custom_id: buildCustomId(name, ...args), title, components: [field] };
}

/** The buttons below a ticket's post that open the modals of these commands. */
export function createTicketButtonActions(): Action[] {
  return TICKET_ACTIONS.map((act) => ({
    kind: 'component',
    name: act.name,
    policy: { defer: false, ephemeral: true, permission: 'tickets', cooldownSeconds: 0 },
    async execute({ language, args }) {
      ticketButtonArgs.parse(args);
      return { modal: buildTextModal(act, args, language) };
    },
  }));
}

/** The modals of these commands; send the written text to the backend. */
export function createTicketModals(deps: TicketsDeps): Action[] {
  return TICKET_ACTIONS.map(({ name, sendText: send, doneText }) => ({
    kind: 'modal',
    name,
    policy: { defer: true, ephemeral: true, permission: 'tickets', cooldownSeconds: 2 },
    async execute({ id: requestId, userId, language, args, options }) {
      const texts = STAFF_TEXTS[language];
      const [id, madeAt] = windowArgs.parse(args);
      const { text } = fields.parse(options);
      try {
        await send(deps, id, { discordId: userId, requestId, text, madeAt });
      } catch (error) {
        if (hasCode(error, 'NOT_FOUND')) throw new UserFacingError(texts.noTicket);
        if (hasCode(error, 'ILLEGAL_MOVE')) throw new UserFacingError(texts.ticketEnded);
        throw error;
      }
      return { content: doneText(texts, id) };
    },
  }));
}
