import { discordStandIn } from '../discord/stand-in.js';
import { discordWorld } from '../identity.js';
import { JsonFile } from '../store/json-file.js';
import type { StandIn } from './stand-in.js';
import type { StandInSettings } from './stand-in-settings.js';
import type { RoomTools } from './start-stand-ins.js';

/** The Discord room below `/discord`, with its state beside that of the others. */
export function openDiscord(
  settings: Pick<StandInSettings, 'discord' | 'publicUrl'>,
): (tools: RoomTools) => Promise<StandIn> {
  return async ({ faults, stateDir }) => {
    const store = new JsonFile(stateDir, 'discord');
    const room = discordStandIn({
      world: discordWorld,
      ...settings.discord,
      publicUrl: settings.publicUrl,
      basePath: '/discord',
      store,
      faults,
    });
    const close = async (): Promise<void> => {
      await room.close();
      await store.flush();
    };
    return { name: room.name, summary: room.summary, register: (app) => room.register(app), close };
  };
}
