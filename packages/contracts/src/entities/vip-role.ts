/**
 * Moderator permissions by bit number: those for which Discord may require a second factor, and the permission to
 * mention everyone.
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

/** The permissions and position of a role of a Discord server. */
interface ServerRole {
  /** The role's permissions as a bit set. */
  readonly permissions: bigint;
  /** A role with a higher position is above. */
  readonly position: number;
}

/** Finds the moderator permissions of a role. */
export const findStaffPermissions = ({ permissions }: Pick<ServerRole, 'permissions'>): StaffPermission[] =>
  STAFF_PERMISSION_NAMES.filter((name) => (permissions >> BigInt(STAFF_PERMISSIONS[name])) % 2n === 1n);

/** Finds the risks of the VIP role compared with the staff role, the worst first. */
export function findVipRisks(vip: ServerRole, staff: Pick<ServerRole, 'position'> | undefined): VipRisk[] {
  const hasModeratorPermission = findStaffPermissions(vip).length > 0;
  const isAbove = staff !== undefined && vip.position > staff.position;
  return VIP_RISKS.filter((risk) => (risk === 'staff_permissions' ? hasModeratorPermission : isAbove));
}
