import type { DiscordContext } from './core/context.js';
import type { JsonObject } from './core/state.js';

/** What `GET {base}/world` serves to other programs: ids, token and personas, with the roles people have now. */
export function worldView(context: DiscordContext, origin: string): JsonObject {
  const { hub, options } = context;
  const { world } = hub;
  const people = world.users.map((user) => ({
    id: user.id,
    username: user.username,
    persona: user.persona,
    roles: [...(hub.findMember(user.id)?.roles ?? [])],
  }));
  return {
    apiUrl: `${origin}${options.basePath}/api`,
    botToken: options.botToken,
    guildId: world.guildId,
    applicationId: world.applicationId,
    roles: { ...world.roles },
    channels: { ...world.channels },
    users: people,
  };
}
