import { refuse } from './errors.js';
import type { Hub } from './hub.js';
import { addMember } from './members.js';
import { newCode } from './secrets.js';
import type { InviteRow, MemberRow } from './state.js';

/** Most invites that a server has at a time. */
const MAX_INVITES = 1_000;

/** What a new invite is asked to be. */
export type InviteRequest = Pick<InviteRow, 'channelId' | 'maxAge' | 'maxUses' | 'temporary'> & {
  /** Whether an equal one that can still be used is not given again. */
  readonly unique: boolean;
};

/** Makes an invite, or gives an equal one again where that is allowed. @throws DiscordError 30016 */
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

/** An invite that can be used; the world's own one always can. @throws DiscordError 10006 */
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

/** A person takes an invite; a member stays one and uses nothing up. @throws DiscordError 10006, 40007 */
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
