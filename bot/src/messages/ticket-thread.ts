/** The name of a ticket's thread: only its number, so that no personal words remain after an account's deletion. */
export const threadName = (ticketId: number): string => `Ticket #${ticketId}`;
