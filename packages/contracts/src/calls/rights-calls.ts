import { discordId } from '../entities/fields.js';
import { roleRights, roleRightsAnswer, setRoleRightsRequest } from '../http/admin-rights.js';
import { defineCall } from './call.js';

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
