import { allActions } from '../src/commands/registry.js';
import { BackendHttp } from '../src/shop/shop.js';
import { Backend } from '../src/shop/backend.js';
import { DirectBackend } from '../src/shop/direct-backend.js';
import { PeopleBackend } from '../src/shop/people-backend.js';
import { ServerClock } from '../src/shop/server-clock.js';
import { StaffBackend } from '../src/shop/staff-backend.js';
import { Languages } from '../src/commands/languages.js';

/** Every command, button, menu and window of the bot, with a shop that nobody asks. */
export function actionsOfTheBot(
  http = new BackendHttp({ url: 'http://127.0.0.1:9', token: '', clock: new ServerClock() }),
): ReturnType<typeof allActions> {
  const people = new PeopleBackend(http);
  return allActions({
    backend: new Backend(http),
    direct: new DirectBackend(http),
    people,
    staff: new StaffBackend(http),
    languages: new Languages(people),
    clock: new ServerClock(),
    publicUrl: 'https://shop.example',
    joinReward: true,
  });
}
