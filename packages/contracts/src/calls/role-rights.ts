import { z } from 'zod';
import { discordId } from '../entities/fields.js';
import { STAFF_RIGHTS, staffRight } from '../entities/rights.js';
import { VIP_RISKS } from '../entities/vip-role-risks.js';
import { defineCall } from './call-definition.js';

/** A role of the Discord server, and its rights in the panel. */
export const roleRights = z.object({
  id: discordId,
  /** Current name of the role; null for a deleted role, or while Discord does not answer. */
  name: z.string().nullable(),
  rights: z.array(staffRight),
  /** Version of the rights, which an edit must contain; 0 until an admin sets rights for the role. */
  version: z.number().int(),
  /** True for the role in `DISCORD_STAFF_ROLE_ID`, which has rights from the start. */
  isStaffRole: z.boolean(),
  /** True for the role in `DISCORD_VIP_ROLE_ID`: customers get it for points, so its rights are ignored. */
  isVipRole: z.boolean().default(false),
  /** Time at which the shop took the rights, because Discord gives the role itself; null once an admin sets them. */
  takenAt: z.iso.datetime().nullable().default(null),
});
export type RoleRights = z.infer<typeof roleRights>;

/** GET /api/admin/role-rights: roles that can have rights, the highest first, and former roles that had rights. */
export const roleRightsAnswer = z.object({
  /** True when Discord answered; otherwise the list contains only roles that have rights. */
  isComplete: z.boolean(),
  /** Risks that come from the VIP role's position and permissions at Discord. */
  vipRisks: z.array(z.enum(VIP_RISKS)).default([]),
  roles: z.array(roleRights),
});
export type RoleRightsAnswer = z.infer<typeof roleRightsAnswer>;

/** PUT /api/admin/role-rights/{id}: all rights that the role has from now on. */
export const setRoleRightsRequest = z.strictObject({
  rights: z.array(staffRight).max(STAFF_RIGHTS.length),
  version: z.int32().optional(),
});
export type SetRoleRightsRequest = z.infer<typeof setRoleRightsRequest>;

/** Calls about the panel rights of Discord roles. */
export const roleRightsCalls = {
  roleRights: defineCall({
    method: 'GET',
    path: '/api/admin/role-rights',
    access: 'admin',
    summary: 'The roles of the Discord server with the rights that they give.',
    answer: roleRightsAnswer,
  }),
  setRoleRights: defineCall({
    method: 'PUT',
    path: '/api/admin/role-rights/:id',
    params: { id: discordId },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets all rights of a Discord role; STALE carries them as they are now.',
    body: setRoleRightsRequest,
    answer: roleRights,
    errors: ['ROLE_NOT_GRANTABLE', 'ROLE_IS_VIP', 'STALE'],
  }),
} as const;
