import { staffCalls, BOT_TICKET_TEXT_LENGTH } from '@pax/contracts';
import { TextInputStyle } from 'discord.js';
import { z } from 'zod';
import type { Action, Language, Localised, SlashCommand } from './command.js';
import { customId, madeOf } from '../messages/custom-id.js';
import { hasCode, type Shop } from '../shop.js';
import type { RequestIds } from '../request-ids.js';
import { SpokenError } from './command.js';
import { STAFF_TEXTS, type StaffTexts } from './staff-texts.js';
import { REPLY_BUTTON } from '../messages/ticket-view.js';
import { textField } from './ticket.js';

const ticketId = z.coerce.number().int().min(1).max(2_147_483_647);
const pressed = z.tuple([ticketId, madeOf]);
/** Arguments of a window; the creation token is missing when staff typed the ticket's number. */
const written = z.tuple([ticketId, madeOf.optional()]);
const fields = z.object({ text: z.string() });

interface WrittenText {
  discordId: string;
  requestId: string;
  text: string;
  madeAt: number | undefined;
}

/** A command that opens a window about a ticket, and the use of the text written there. */
interface TicketAct {
  name: string;
  description: Localised;
  /** Longest text, in characters. */
  max: number;
  window: (texts: StaffTexts, ticketId: number) => { title: string; label: string };
  done: (texts: StaffTexts, ticketId: number) => string;
  send: (deps: TicketsDeps, ticketId: number, input: WrittenText) => Promise<void>;
}

interface TicketsDeps {
  shop: Pick<Shop, 'call'>;
  requestIds: RequestIds;
}

const ACTS: readonly TicketAct[] = [
  {
    name: 'ticket-reply',
    description: { en: 'Answer a ticket (staff)', de: 'Ein Ticket beantworten (Team)' },
    max: BOT_TICKET_TEXT_LENGTH,
    window: (texts, id) => ({ title: texts.replyTitle(id), label: texts.reply }),
    done: (texts, id) => texts.replied(id),
    async send({ shop, requestIds }, id, { text, ...asked }) {
      await requestIds.once(['answer', id, asked.discordId, text], asked.requestId, (requestId) => {
        const body = { ...asked, requestId, response: text };
        return shop.call(staffCalls.botAnswerTicket, { params: { id }, body });
      });
    },
  },
  {
    name: 'ticket-note',
    description: { en: 'An internal note on a ticket (staff)', de: 'Eine interne Notiz zum Ticket (Team)' },
    max: 2_000,
    window: (texts, id) => ({ title: texts.noteTitle(id), label: texts.note }),
    done: (texts, id) => texts.noted(id),
    async send({ shop, requestIds }, id, note) {
      await requestIds.once(['note', id, note.discordId, note.text], note.requestId, (requestId) =>
        shop.call(staffCalls.botNoteTicket, { params: { id }, body: { ...note, requestId } }),
      );
    },
  },
];

/** `/ticket-reply` and `/ticket-note`: open windows about a ticket, for staff. */
export function staffTicketCommands(): SlashCommand[] {
  return ACTS.map(({ name, description, max, window }) => ({
    kind: 'slash',
    name,
    description,
    options: [
      {
        name: 'ticket',
        type: 'integer',
        required: true,
        description: { en: 'Number of the ticket', de: 'Nummer des Tickets' },
      },
    ],
    policy: { defer: false, ephemeral: true, permission: 'tickets', cooldownSeconds: 0 },
    async execute({ language, options }) {
      const [id] = written.parse([options['ticket']]);
      return { modal: windowOf({ name, max, window }, [String(id)], language) };
    },
  }));
}

function windowOf(
  { name, max, window }: Pick<TicketAct, 'name' | 'max' | 'window'>,
  args: readonly string[],
  language: Language,
) {
  const [id] = written.parse(args);
  const { title, label } = window(STAFF_TEXTS[language], id);
  const field = textField({ id: 'text', label, style: TextInputStyle.Paragraph, max });
  return { custom_id: customId(name, ...args), title, components: [field] };
}

/** The Reply button below a ticket's post: opens the window of `/ticket-reply`. */
export function ticketReplyButton(): Action {
  return {
    kind: 'component',
    name: REPLY_BUTTON,
    policy: { defer: false, ephemeral: true, permission: 'tickets', cooldownSeconds: 0 },
    async execute({ language, args }) {
      const act = ACTS.find(({ name }) => name === REPLY_BUTTON);
      if (!act) throw new Error(`There is no act ${REPLY_BUTTON}.`);
      pressed.parse(args);
      return { modal: windowOf(act, args, language) };
    },
  };
}

/** The windows of `/ticket-reply` and `/ticket-note`: send the written text to the backend. */
export function staffTicketWindows(deps: TicketsDeps): Action[] {
  return ACTS.map(({ name, send, done }) => ({
    kind: 'modal',
    name,
    policy: { defer: true, ephemeral: true, permission: 'tickets', cooldownSeconds: 2 },
    async execute({ id: requestId, userId, language, args, options }) {
      const texts = STAFF_TEXTS[language];
      const [id, madeAt] = written.parse(args);
      const { text } = fields.parse(options);
      try {
        await send(deps, id, { discordId: userId, requestId, text, madeAt });
      } catch (error) {
        if (hasCode(error, 'NOT_FOUND')) throw new SpokenError(texts.noTicket);
        if (hasCode(error, 'ILLEGAL_MOVE')) throw new SpokenError(texts.ticketEnded);
        throw error;
      }
      return { content: done(texts, id) };
    },
  }));
}
