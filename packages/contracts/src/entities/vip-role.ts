/**
 * Permissions of moderators, by the numbers of their bits: those for which Discord may ask a second factor, and the
 * mention of everybody.
 */
export const STAFF_PERMISSIONS = {
  Administrator: 3,
  ManageGuild: 5,
  ManageRoles: 28,
  ManageChannels: 4,
  ManageWebhooks: 29,
  ManageGuildExpressions: 30,
  ManageMessages: 13,
  ManageThreads: 34,
  KickMembers: 1,
  BanMembers: 2,
  ModerateMembers: 40,
  MentionEveryone: 17,
} as const;
export type StaffPermission = keyof typeof STAFF_PERMISSIONS;
const isStaffPermission = (name: string): name is StaffPermission => name in STAFF_PERMISSIONS;
export const STAFF_PERMISSION_NAMES = Object.keys(STAFF_PERMISSIONS).filter(isStaffPermission);

/** Risks of a role that customers get for points: staff's permissions, or a place above staff's role. */
export const VIP_RISKS = ['staff_permissions', 'above_staff'] as const;
export type VipRisk = (typeof VIP_RISKS)[number];

/** A role of a Discord server. */
interface PlacedRole {
  /** Bits of what it permits. */
  readonly permissions: bigint;
  /** Higher ones stand above. */
  readonly position: number;
}

/** A moderator's permissions that a role has. */
export const staffPermissionsOf = ({ permissions }: Pick<PlacedRole, 'permissions'>): StaffPermission[] =>
  STAFF_PERMISSION_NAMES.filter((name) => (permissions >> BigInt(STAFF_PERMISSIONS[name])) % 2n === 1n);

/** Risks of the VIP role beside the staff role, the worst first. */
export function vipRisks(vip: PlacedRole, staff: Pick<PlacedRole, 'position'> | undefined): VipRisk[] {
  const isMighty = staffPermissionsOf(vip).length > 0;
  const isAbove = staff !== undefined && vip.position > staff.position;
  return VIP_RISKS.filter((risk) => (risk === 'staff_permissions' ? isMighty : isAbove));
}
