/** The name of a ticket's thread: its number alone, so that nobody's words stay when their account goes. */
export const threadName = (ticketId: number): string => `Ticket #${ticketId}`;
