import { authCalls, fillPath, ticketCalls } from '@pax/contracts';

/** Returns the address of the page with the receipt of a purchase. */
export const receiptAddress = (checkout: string): string =>
  `/receipt?checkout=${encodeURIComponent(checkout)}`;

/** Returns the address that starts a sign-in with Discord, which ends at the page `next`. */
export const discordSignInAddress = (next: string): string =>
  authCalls.startDiscordSignIn.path + (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);

/** Returns the address of a ticket's picture for the account that sent the ticket and for staff. */
export const ticketPictureAddress =
  (id: number) =>
  (file: string): string =>
    fillPath(ticketCalls.attachment.path, { id, file });

/** Returns the address of a ticket's picture for whoever has the ticket's secret token. */
export const linkedPictureAddress =
  (token: string) =>
  (file: string): string =>
    fillPath(ticketCalls.linkedAttachment.path, { token, file });
