import { allActions } from '../src/commands/all.js';
import { BackendHttp } from '../src/core/backend-http.js';
import { Backend } from '../src/core/backend.js';
import { DirectBackend } from '../src/core/direct-backend.js';
import { PeopleBackend } from '../src/core/people-backend.js';
import { ServerClock } from '../src/core/server-clock.js';
import { StaffBackend } from '../src/core/staff-backend.js';
import { Languages } from '../src/services/languages.js';

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
