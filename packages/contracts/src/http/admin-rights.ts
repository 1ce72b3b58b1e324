import { z } from 'zod';
import { discordId } from '../entities/fields.js';
import { STAFF_RIGHTS, staffRight } from '../entities/rights.js';
import { VIP_RISKS } from '../entities/vip-role.js';

/** A role of the Discord server and what it gives in the panel. */
export const roleRights = z.object({
  id: discordId,
  /** As Discord says it now; null for a role that is deleted, or while Discord does not answer. */
  name: z.string().nullable(),
  rights: z.array(staffRight),
  /** Names the rights that an edit has seen; 0 until an admin sets them. */
  version: z.number().int(),
  /** Whether it is `DISCORD_STAFF_ROLE_ID`, which gives rights from the start. */
  isStaffRole: z.boolean(),
  /** Whether it is `DISCORD_VIP_ROLE_ID`, which customers get for points: its rights count for nothing. */
  isVipRole: z.boolean().default(false),
});
export type RoleRights = z.infer<typeof roleRights>;

/** GET /api/admin/role-rights: the roles that may be given rights, the highest first, and those that once were. */
export const roleRightsAnswer = z.object({
  /** Whether Discord answered; without it only roles with rights are listed. */
  isComplete: z.boolean(),
  /** Risks of the VIP role at Discord. */
  vipRisks: z.array(z.enum(VIP_RISKS)).default([]),
  roles: z.array(roleRights),
});
export type RoleRightsAnswer = z.infer<typeof roleRightsAnswer>;

/** PUT /api/admin/role-rights/{id}: all that the role gives from now on. */
export const setRoleRightsRequest = z.strictObject({
  rights: z.array(staffRight).max(STAFF_RIGHTS.length),
  version: z.int32().optional(),
});
export type SetRoleRightsRequest = z.infer<typeof setRoleRightsRequest>;
