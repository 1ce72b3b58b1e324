import type { Ticket } from '@pax/contracts';
import { applyEntity } from '../../lib/realtime/apply';
import type { LiveHandler, LiveModule } from '../../lib/realtime/live-module';
import { isRecord } from '../../lib/values/guards';
import { OWN_TICKET_LIST, OWN_TICKETS } from './keys';

const isTicket = (data: unknown): data is Ticket =>
  isRecord(data) && Number.isInteger(data['id']) && Number.isInteger(data['version']);

/** Brings a change to the account page, and tells of an answer on any page. */
const onTicket: LiveHandler<'user', 'ticket'> = (message, client) => {
  const { data, type } = message;
  if (!isTicket(data)) return;
  applyEntity(client, [OWN_TICKET_LIST], data, message);
  if (type === 'ticket.answered')
    void import('./show-answer-toast').then(({ showAnswerToast }) => showAnswerToast(data));
};

/** Tickets in the user's room. */
export const ownTicketsLive: LiveModule<'user'> = {
  room: 'user',
  queries: [OWN_TICKETS],
  handlers: { ticket: onTicket },
};
