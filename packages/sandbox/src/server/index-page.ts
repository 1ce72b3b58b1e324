import { html, type Html } from './html.js';
import { page } from './page.js';
import type { StandIn } from './stand-in.js';

/** The sandbox's front door: a link to every room. */
export function indexPage(rooms: readonly StandIn[]): Html {
  const links = rooms.map(
    (room) =>
      html`<p class="card">
        <a href="/${room.name}">${room.name}</a><br /><span class="quiet">${room.summary}</span>
      </p>`,
  );
  return page({
    title: 'Sandbox',
    body: html`<h1>Sandbox</h1>
      <p class="quiet">
        Stand-ins for the services that the shop talks to. They keep state, refuse what the real ones refuse,
        and misbehave when told to.
      </p>
      ${links}`,
  });
}
