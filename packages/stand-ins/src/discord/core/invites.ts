import { refuse } from './errors.js';
import type { Hub } from './hub.js';
import { addMember } from './members.js';
import { newCode } from './secrets.js';
import type { InviteRow, MemberRow } from './state.js';

/** Largest number of invites of a server. */
const MAX_INVITES = 1_000;

/** The requested properties of a new invite. */
export type InviteRequest = Pick<InviteRow, 'channelId' | 'maxAge' | 'maxUses' | 'temporary'> & {
  /** True for a new invite even if a usable equal one exists. */
  readonly unique: boolean;
};

/** Creates an invite, or returns a usable equal one unless `unique` is set. @throws DiscordError 30016 */
export function createInvite(hub: Hub, { unique, ...wanted }: InviteRequest): InviteRow {
  const { state } = hub;
  state.invites = state.invites.filter((one) => isUsable(hub, one));
  const equal = state.invites.find(
    (one) =>
      one.channelId === wanted.channelId &&
      one.maxAge === wanted.maxAge &&
      one.maxUses === wanted.maxUses &&
      one.temporary === wanted.temporary,
  );
  if (equal && !unique) return equal;
  if (state.invites.length >= MAX_INVITES) throw refuse.tooManyInvites();
  const invite = { ...wanted, code: newCode(8), uses: 0, createdAt: hub.now() };
  state.invites.push(invite);
  hub.changed();
  return invite;
}

/** A usable invite; the world's own one never expires. @throws DiscordError 10006 */
export function usableInvite(hub: Hub, code: string): InviteRow {
  const { state, world } = hub;
  const general = state.channels.find((one) => one.type === 0);
  if (code === world.inviteCode && general)
    return {
      code,
      channelId: general.id,
      maxAge: 0,
      maxUses: 0,
      temporary: false,
      uses: 0,
      createdAt: hub.now(),
    };
  const invite = state.invites.find((one) => one.code === code && isUsable(hub, one));
  if (!invite) throw refuse.unknownInvite();
  return invite;
}

/** Makes a person a member by an invite; for a member, nothing changes. @throws DiscordError 10006, 40007 */
export function acceptInvite(hub: Hub, userId: string, code: string): MemberRow {
  const invite = usableInvite(hub, code);
  requireNotBanned(hub, userId);
  if (!hub.findMember(userId)) invite.uses += 1;
  return addMember(hub, userId);
}

/** @throws DiscordError 40007 */
export function requireNotBanned(hub: Hub, userId: string): void {
  if (hub.state.bans.includes(userId)) throw refuse.bannedUser();
}

function isUsable(hub: Hub, invite: InviteRow): boolean {
  const isLapsed = invite.maxAge > 0 && invite.createdAt + invite.maxAge * 1000 <= hub.now();
  const isUsedUp = invite.maxUses > 0 && invite.uses >= invite.maxUses;
  return !isLapsed && !isUsedUp;
}
