import { z } from 'zod';
import { discordId, text } from '../entities/fields.js';
import { order } from '../entities/order.js';
import { BOT_TICKET_TEXT_LENGTH } from './discord-people.js';
import { addTicketNoteRequest } from './tickets.js';

// What staff do in Discord by command: calls of the bot below /api/bot.

/** How many orders the queue shows at once. */
export const BOT_QUEUE_LENGTH = 15;
/** GET /api/bot/queue?discordId=… → the open orders that are due first, and how many there are. */
export const botQueueAnswer = z.object({ orders: z.array(order), total: z.number().int() });
export type BotQueueAnswer = z.infer<typeof botQueueAnswer>;

/** POST /api/bot/tickets/{id}/respond */
export const botAnswerTicketRequest = z.strictObject({ discordId, response: text(BOT_TICKET_TEXT_LENGTH) });
export type BotAnswerTicketRequest = z.infer<typeof botAnswerTicketRequest>;
/** POST /api/bot/tickets/{id}/notes */
export const botTicketNoteRequest = addTicketNoteRequest.extend({ discordId });
export type BotTicketNoteRequest = z.infer<typeof botTicketNoteRequest>;
