import { z } from 'zod';

export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export const ticketStatus = z.enum(TICKET_STATUSES);
export type TicketStatus = z.infer<typeof ticketStatus>;

export const TICKET_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export const ticketPriority = z.enum(TICKET_PRIORITIES);
export type TicketPriority = z.infer<typeof ticketPriority>;

/** Allowed transitions of a ticket; resolved and closed are final. */
export const TICKET_TRANSITIONS: Record<TicketStatus, readonly TicketStatus[]> = {
  open: ['in_progress', 'resolved', 'closed'],
  in_progress: ['resolved', 'closed'],
  resolved: [],
  closed: [],
};

/** Lists the statuses that staff can set directly, without `resolved`, which needs an answer. */
export const listSettableStatuses = (status: TicketStatus): readonly TicketStatus[] =>
  TICKET_TRANSITIONS[status].filter((next) => next !== 'resolved');

/** True when a ticket in the given status can still be changed. */
export const isOpenTicket = (status: TicketStatus): boolean => TICKET_TRANSITIONS[status].length > 0;
export const OPEN_TICKET_STATUSES: readonly TicketStatus[] = TICKET_STATUSES.filter(isOpenTicket);

/** Place of a ticket by its newest message or opening: larger is newer. Older servers send none. */
export const ticketRecency = ({ id, recency = id }: { id: number; recency?: number | undefined }): number =>
  recency;
