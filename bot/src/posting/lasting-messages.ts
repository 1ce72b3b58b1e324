import type { LastingKey } from '@pax/contracts';
import type { REST } from 'discord.js';
import type { Backend } from '../shop/backend.js';
import { ChannelMessages } from '../discord/channel-messages.js';
import type { LastingView } from '../messages/lasting-view.js';
import { stockBoardView } from '../messages/stock-board-view.js';
import { welcomeView } from '../messages/welcome-view.js';
import type { LastingHealth } from './lasting-health.js';
import { LastingSender, type LastingDeps } from './lasting-sender.js';

export interface LastingSettings {
  /** The channel of the stock board. */
  stockChannelId: string;
  /** The channel of the welcome; without it, there is no welcome. */
  welcomeChannelId: string | undefined;
  publicUrl: string;
  joinReward: boolean;
}

interface Shared extends Omit<LastingDeps, 'key' | 'channelId' | 'messages' | 'health' | 'view'> {
  rest: REST;
  backend: Pick<Backend, 'stock'>;
  lastingHealth: Record<LastingKey, LastingHealth>;
  pollMs?: number;
}

/** The senders of the lasting messages that the settings ask for. */
export function lastingSenders(settings: LastingSettings, shared: Shared): LastingSender[] {
  const { rest, backend, lastingHealth, pollMs, ...deps } = shared;
  const { stockChannelId, welcomeChannelId, publicUrl, joinReward } = settings;
  const sender = (key: LastingKey, channelId: string, view: () => Promise<LastingView>): LastingSender => {
    const messages = new ChannelMessages(rest, channelId);
    return new LastingSender({ ...deps, key, channelId, messages, health: lastingHealth[key], view }, pollMs);
  };
  return [
    sender('stock-board', stockChannelId, async () => stockBoardView(await backend.stock(), publicUrl)),
    ...(welcomeChannelId === undefined
      ? []
      : [sender('welcome', welcomeChannelId, async () => welcomeView(publicUrl, joinReward))]),
  ];
}
