import { createActions } from '../src/commands/registry.js';
import { Languages } from '../src/commands/languages.js';
import { RequestIds } from '../src/request-ids.js';
import { ServerClock, type Shop } from '../src/shop.js';
import { FakeShop } from './fake-shop.js';

/** Creates every command, button, menu and window of the bot, by default with a shop that answers no call. */
export function createBotActions(shop: Shop = new FakeShop()): ReturnType<typeof createActions> {
  return createActions({
    shop,
    requestIds: new RequestIds(),
    languages: new Languages(shop),
    clock: new ServerClock(),
    publicUrl: 'https://shop.example',
    joinReward: true,
  });
}
