import type { CommandIds } from '../src/commands/command.js';
import { createActions } from '../src/commands/registry.js';
import { LanguageCache } from '../src/commands/language-cache.js';
import { RequestIds } from '../src/request-ids.js';
import { ServerClock, type ShopClient } from '../src/shop-client.js';
import { StubShop } from './stub-shop.js';

/** Creates every command, button, menu and window of the bot, by default with a shop that answers no call. */
export function createBotActions(shop: ShopClient = new StubShop()): ReturnType<typeof createActions> & {
  commandIds: CommandIds;
} {
  const commandIds: CommandIds = { server: new Map(), direct: new Map() };
  const actions = createActions({
    shop,
    requestIds: new RequestIds(),
    languages: new LanguageCache(shop),
    commandIds,
    clock: new ServerClock(),
    publicUrl: 'https://shop.example',
    joinReward: true,
  });
  return { ...actions, commandIds };
}
