import { authCalls, fillPath, ticketCalls } from '@pax/contracts';

/** The page with the receipt of a purchase. */
export const receiptAddress = (checkout: string): string =>
  `/receipt?checkout=${encodeURIComponent(checkout)}`;

/** The address that starts a sign-in with Discord; afterwards the browser is at `next`. */
export const discordSignInAddress = (next: string): string =>
  authCalls.startDiscordSignIn.path + (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

/** Address of a ticket's picture for the account that sent it and for staff. */
export const ticketPictureAddress =
  (id: number) =>
  (file: string): string =>
    fillPath(ticketCalls.attachment.path, { id, file });

/** Address of a ticket's picture for holders of the ticket's token. */
export const linkedPictureAddress =
  (token: string) =>
  (file: string): string =>
    fillPath(ticketCalls.linkedAttachment.path, { token, file });
