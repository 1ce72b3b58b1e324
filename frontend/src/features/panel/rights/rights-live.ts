import { roleRightsCalls, roleRightsMessage, type RoleRightsAnswer } from '@pax/contracts';
import { queryKeyFor } from '../../../lib/http/call-api';
import { applyToQuery } from '../../../lib/realtime/apply-message';
import type { LiveHandler } from '../../../lib/realtime/live-module';
import type { TabLive } from '../shared/panel-tab';

export const ROLES = queryKeyFor(roleRightsCalls.roleRights);

/**
 * Applies changes by other admins. Refetches the roles if the changed one is missing, because it may be new in
 * Discord.
 */
const onRightsMessage: LiveHandler<'admin', 'rights'> = (message, client) => {
  const now = roleRightsMessage.safeParse(message.data).data;
  if (!now) return;
  const known = client.getQueryData<RoleRightsAnswer>(ROLES)?.roles.find(({ id }) => id === now.id);
  if (!known) {
    void client.invalidateQueries({ queryKey: ROLES });
    return;
  }
  applyToQuery<RoleRightsAnswer>(client, ROLES, message, (answer) => ({
    ...answer,
    roles: answer.roles.map((role) =>
      role.id === now.id && role.version < now.version ? { ...role, ...now } : role,
    ),
  }));
};

/** Realtime handlers and queries of the rights of Discord roles. */
export const rightsLive: TabLive = { queries: [ROLES], handlers: { rights: onRightsMessage } };
