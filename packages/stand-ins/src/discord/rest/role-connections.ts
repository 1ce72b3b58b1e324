import { z } from 'zod';
import { refuse } from '../core/errors.js';
import { parseForm } from '../core/form-body.js';
import type { OAuthGrantRow } from '../core/state.js';
import { ok, type Endpoint, type RestCall } from './endpoint.js';

const localised = z.record(z.string(), z.string()).optional();
const metadataSchema = z
  .array(
    z.object({
      type: z.int().min(1).max(8),
      key: z.string().regex(/^[a-z0-9_]{1,50}$/),
      name: z.string().min(1).max(100),
      name_localizations: localised,
      description: z.string().min(1).max(200),
      description_localizations: localised,
    }),
  )
  .max(5);
const connectionSchema = z.object({
  platform_name: z.string().max(50).nullish(),
  platform_username: z.string().max(100).nullish(),
  metadata: z.record(z.string(), z.string().max(100)).optional(),
});

function requireOwnApplication({ context, params }: RestCall): void {
  if (params['application'] !== context.hub.world.applicationId) throw refuse.notFound();
}

/** The grant of a person who allows the application to write role connections. */
function writingGrant(call: RestCall): OAuthGrantRow {
  requireOwnApplication(call);
  if (call.caller.kind !== 'bearer') throw refuse.unauthorized();
  const { grant } = call.caller;
  if (!grant.scopes.includes('role_connections.write')) throw refuse.missingScope();
  return grant;
}

/** Endpoints of linked roles: the application's fields, and its data about a person. */
export const roleConnectionEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/applications/:application/role-connections/metadata',
    auth: 'bot',
    run: (call) => {
      requireOwnApplication(call);
      return ok(call.context.hub.state.roleMetadata ?? []);
    },
  },
  {
    method: 'PUT',
    path: '/applications/:application/role-connections/metadata',
    auth: 'bot',
    run: (call) => {
      requireOwnApplication(call);
      const { hub } = call.context;
      hub.state.roleMetadata = parseForm(metadataSchema, call.body);
      hub.changed();
      return ok(hub.state.roleMetadata);
    },
  },
  {
    method: 'GET',
    path: '/users/@me/applications/:application/role-connection',
    auth: 'bearer',
    run: (call) =>
      ok(call.context.hub.state.roleConnections?.[writingGrant(call).userId] ?? { metadata: {} }),
  },
  {
    method: 'PUT',
    path: '/users/@me/applications/:application/role-connection',
    auth: 'bearer',
    run: (call) => {
      const { userId } = writingGrant(call);
      const { hub } = call.context;
      const {
        platform_name = null,
        platform_username = null,
        metadata = {},
      } = parseForm(connectionSchema, call.body);
      const known = new Set((hub.state.roleMetadata ?? []).map(({ key }) => key));
      const kept = Object.fromEntries(Object.entries(metadata).filter(([key]) => known.has(key)));
      const connection = { platform_name, platform_username, metadata: kept };
      hub.state.roleConnections = { ...hub.state.roleConnections, [userId]: connection };
      hub.changed();
      return ok(connection);
    },
  },
];
