import { ticketCalls } from '@pax/contracts';
import { callKey } from '../../lib/http/call-api';

/** The own tickets, newest first; updated by the socket. */
export const OWN_TICKETS = callKey(ticketCalls.ownTickets);
