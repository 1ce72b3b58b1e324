import { fillPath, ticketCalls } from '@pax/contracts';

/** Where a picture of a ticket is shown to the account that sent it, and to staff. */
export const ticketPicture =
  (id: number) =>
  (file: string): string =>
    fillPath(ticketCalls.attachment.path, { id, file });

/** Where it is shown to whoever has the ticket's token. */
export const linkedPicture =
  (token: string) =>
  (file: string): string =>
    fillPath(ticketCalls.linkedAttachment.path, { token, file });
