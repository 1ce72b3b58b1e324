import { Client, Events, GatewayIntentBits, type ClientOptions } from 'discord.js';
import type { RunningStandIn } from './start-stand-in.js';
import { specCredentials } from './start-stand-in.js';

/** The real library, logged in at the stand-in and ready. */
export async function readyClient(
  standIn: RunningStandIn,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMembers,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      GatewayIntentBits.MessageContent,
    ],
    ...options,
    rest: { api: standIn.apiUrl, ...options.rest },
  });
  const ready = new Promise<Client<true>>((resolve) => {
    client.once(Events.ClientReady, resolve);
  });
  await client.login(specCredentials.botToken);
  return ready;
}
