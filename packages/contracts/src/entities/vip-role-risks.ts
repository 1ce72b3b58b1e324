/**
 * Permissions of Discord moderators, by bit number: those for which Discord may require a second factor, and mentioning
 * everyone.
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

/** Risks of the VIP role, which customers get for points: moderator permissions, or a position above the staff role. */
export const VIP_RISKS = ['staff_permissions', 'above_staff'] as const;
export type VipRisk = (typeof VIP_RISKS)[number];

/** Permissions and position of a role of the Discord server. */
interface ServerRole {
  /** Permissions of the role, as a bit set. */
  readonly permissions: bigint;
  /** Position of the role; a role with a higher position is above the others. */
  readonly position: number;
}

/** Finds the moderator permissions of a role. */
export const findStaffPermissions = ({ permissions }: Pick<ServerRole, 'permissions'>): StaffPermission[] =>
  STAFF_PERMISSION_NAMES.filter((name) => (permissions >> BigInt(STAFF_PERMISSIONS[name])) % 2n === 1n);

/** Finds the risks of the VIP role in comparison with the staff role, the worst first. */
export function findVipRisks(vip: ServerRole, staff: Pick<ServerRole, 'position'> | undefined): VipRisk[] {
  const hasModeratorPermission = findStaffPermissions(vip).length > 0;
  const isAbove = staff !== undefined && vip.position > staff.position;
  return VIP_RISKS.filter((risk) => (risk === 'staff_permissions' ? hasModeratorPermission : isAbove));
}
