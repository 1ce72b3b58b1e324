import { authCalls } from '@pax/contracts';

/** The address that starts a sign-in with Discord; afterwards the browser is at `next`. */
export const discordSignIn = (next: string): string =>
  authCalls.startDiscordSignIn.path + (next === '/' ? '' : `?next=${encodeURIComponent(next)}`);
