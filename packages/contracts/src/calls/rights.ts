import { z } from 'zod';
import { discordId } from '../entities/fields.js';
import { STAFF_RIGHTS, staffRight } from '../entities/rights.js';
import { VIP_RISKS } from '../entities/vip-role.js';
import { defineCall } from './call.js';

/** A role of the Discord server and its rights in the panel. */
export const roleRights = z.object({
  id: discordId,
  /** The role's current name; null for a deleted role, or while Discord does not answer. */
  name: z.string().nullable(),
  rights: z.array(staffRight),
  /** Version of the rights, which an edit must name; 0 until an admin sets them. */
  version: z.number().int(),
  /** True for the role `DISCORD_STAFF_ROLE_ID`, which has rights from the start. */
  isStaffRole: z.boolean(),
  /** True for the role `DISCORD_VIP_ROLE_ID`: customers get it for points, so its rights are ignored. */
  isVipRole: z.boolean().default(false),
});
export type RoleRights = z.infer<typeof roleRights>;

/** GET /api/admin/role-rights: roles that can have rights, the highest first, and roles that had rights before. */
export const roleRightsAnswer = z.object({
  /** True when Discord answered; otherwise only roles with rights are listed. */
  isComplete: z.boolean(),
  /** Risks of the VIP role at Discord. */
  vipRisks: z.array(z.enum(VIP_RISKS)).default([]),
  roles: z.array(roleRights),
});
export type RoleRightsAnswer = z.infer<typeof roleRightsAnswer>;

/** PUT /api/admin/role-rights/{id}: the role's complete rights from now on. */
export const setRoleRightsRequest = z.strictObject({
  rights: z.array(staffRight).max(STAFF_RIGHTS.length),
  version: z.int32().optional(),
});
export type SetRoleRightsRequest = z.infer<typeof setRoleRightsRequest>;

/** Calls on the panel rights of Discord roles. */
export const rightsCalls = {
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
