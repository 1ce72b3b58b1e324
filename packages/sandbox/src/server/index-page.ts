import { html, type Html } from '@pax/contracts/html';
import { page } from './page.js';
import type { StandIn } from './stand-in.js';

/** The sandbox's index page: a link to every dashboard. */
export function indexPage(standIns: readonly StandIn[]): Html {
  const links = standIns.map(
    (standIn) =>
      html`<p class="card">
        <a href="/${standIn.name}">${standIn.name}</a><br /><span class="quiet">${standIn.summary}</span>
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
