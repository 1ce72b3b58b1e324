/**
 * People, servers and accounts of the stand-ins, with ids that never change, so that settings, specs and bookmarks
 * agree between starts. Contains nothing secret.
 */

/** Relation of a person to the shop: owner, helper with the staff role, member, or not on the server. */
export type Persona = 'operator' | 'staff' | 'customer' | 'stranger';

/** A person of the stand-in. A `stranger` has a Discord account but is not a member of the server. */
export interface WorldUser {
  readonly id: string;
  readonly username: string;
  readonly persona: Persona;
  /** Ids of the member's roles; empty for a stranger. */
  readonly roles: readonly string[];
}

/** Everything with an id on the stand-in's Discord server. */
export interface DiscordWorld {
  readonly applicationId: string;
  readonly botUserId: string;
  readonly guildId: string;
  readonly guildName: string;
  readonly inviteCode: string;
  readonly channels: Readonly<
    Record<'orders' | 'history' | 'stock' | 'error' | 'tickets' | 'purchases' | 'restocks', string>
  >;
  readonly roles: Readonly<Record<'staff' | 'vip' | 'bot', string>>;
  readonly users: readonly WorldUser[];
}

const roles = {
  staff: '1184302765190463519',
  vip: '1184302811487731742',
  bot: '1184302854261243965',
} as const;

/** The Discord server that stand-in, supervisor and specs share. */
export const discordWorld: DiscordWorld = {
  applicationId: '1184299640417775616',
  botUserId: '1184299640417775616',
  guildId: '1184301928354734080',
  guildName: 'Pax Market',
  inviteCode: 'paxmarket',
  channels: {
    orders: '1184303412795904081',
    history: '1184303447319232593',
    stock: '1184303480596840538',
    error: '1184303513069953115',
    tickets: '1184303546217549906',
    purchases: '1184303581105729538',
    restocks: '1184303614077144087',
  },
  roles,
  users: [
    { id: '310457829164285952', username: 'pax.operator', persona: 'operator', roles: [roles.staff] },
    { id: '427196530852986880', username: 'mira.staff', persona: 'staff', roles: [roles.staff] },
    { id: '516830472295546880', username: 'coalheart', persona: 'customer', roles: [] },
    { id: '688214905713819648', username: 'lumen_oak', persona: 'customer', roles: [] },
    { id: '873951264408502272', username: 'tinkerfox', persona: 'customer', roles: [roles.vip] },
    { id: '1029384756102938624', username: 'passer_by', persona: 'stranger', roles: [] },
  ],
};

/** Account of the shop at the PayPal stand-in, its app there, and the webhook of the app. */
export const PAYPAL_BUSINESS = 'pay@pax-market.example';
export const PAYPAL_CLIENT_ID = 'AbPaxMarketSandboxClient0000000000000000';
export const PAYPAL_WEBHOOK_ID = '4JH86294D6297924G';

/** The channel in which everyone writes; everyone also sees purchases and restocks, the others are for staff and bot. */
export const GENERAL_CHANNEL_ID = '1184303579969069076';

/**
 * Path of PayPal's payment form and of the verification of its notifications, which are the same at the real PayPal
 * too.
 */
export const WEBSCR = '/paypal/cgi-bin/webscr';

/** Returns the first user with a persona; there is at least one of each. */
export function worldUser(persona: Persona): WorldUser {
  const user = discordWorld.users.find((candidate) => candidate.persona === persona);
  if (user === undefined) throw new Error(`the world has no ${persona}`);
  return user;
}
