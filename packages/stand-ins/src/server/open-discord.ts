import { discordStandIn } from '../discord/stand-in.js';
import { discordWorld } from '../identity.js';
import { JsonFile } from '../store/json-file.js';
import type { StandIn } from './stand-in.js';
import type { StandInSettings } from './stand-in-settings.js';
import type { StandInDeps } from './start-stand-ins.js';

/** The Discord stand-in below `/discord`, with its state beside that of the others. */
export function openDiscord(
  settings: Pick<StandInSettings, 'discord' | 'publicUrl'>,
): (tools: StandInDeps) => Promise<StandIn> {
  return async ({ faults, stateDir }) => {
    const store = new JsonFile(stateDir, 'discord');
    const standIn = discordStandIn({
      world: discordWorld,
      ...settings.discord,
      publicUrl: settings.publicUrl,
      basePath: '/discord',
      store,
      faults,
    });
    const close = async (): Promise<void> => {
      await standIn.close();
      await store.flush();
    };
    return { name: standIn.name, summary: standIn.summary, register: (app) => standIn.register(app), close };
  };
}
