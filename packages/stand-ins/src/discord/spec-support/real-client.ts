import { Client, Events, GatewayIntentBits, TextChannel, type ClientOptions } from 'discord.js';
import type { RunningStandIn } from './start-stand-in.js';
import { specCredentials } from './start-stand-in.js';

/** Connects a client of the real discord.js to the stand-in, and waits until it is ready. */
export async function connectClient(
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

/** Fetches a text channel of the server. */
export async function fetchTextChannel(client: Client, id: string): Promise<TextChannel> {
  const channel = await client.channels.fetch(id);
  if (channel instanceof TextChannel) return channel;
  throw new Error(`${id} is not a text channel`);
}
