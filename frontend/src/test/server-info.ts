import type { ServerInfoAnswer } from '@pax/contracts';

/** What the server says of the community's Discord server. */
export const serverInfo = (changes: Partial<ServerInfoAnswer> = {}): ServerInfoAnswer => ({
  serverName: 'Pax Market',
  memberCount: 1_200,
  inviteLink: '/',
  joinReward: true,
  ...changes,
});
