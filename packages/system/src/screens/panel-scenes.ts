import { ticketNote, ticketTranscript } from '@pax/contracts';
import type { Page } from 'playwright-core';
import { PanelPage } from '../browser/panel-page.js';
import type { Scene } from './scene.js';
import type { ScreensShop } from './screens-shop.js';

/** A tab of the panel, once a list of it has a row. */
export const panel =
  (tab: string, list: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/admin${tab}`);
    await page.getByRole('list', { name: list }).getByRole('listitem').first().waitFor();
  };

/** The second step is set up only soon after signing in; pictures of all screens take longer. */
async function ownSecurity(page: Page, { shop }: ScreensShop): Promise<void> {
  await shop.database.query(
    'UPDATE sessions SET discord_proven_at = now() WHERE discord_proven_at IS NOT NULL',
  );
  await page.goto('/account?tab=security');
  const card = page.getByRole('button', { name: 'Set up' });
  await card.waitFor();
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** The panel, and what staff have on their account page alone. */
export const panelScenes: readonly Scene[] = [
  {
    name: 'panel-orders',
    title: 'Panel: orders',
    viewer: 'operator',
    show: panel('', 'Aktive Bestellungen'),
  },
  {
    name: 'panel-order',
    title: 'Panel: one order',
    viewer: 'operator',
    show: async (page, { openOrder }) => {
      await panel('', 'Aktive Bestellungen')(page);
      const row = new PanelPage(page).row(openOrder);
      await row.getByRole('button', { name: / öffnen/ }).click();
      await page.getByRole('dialog', { name: `Bestellung #${openOrder}` }).waitFor();
    },
  },
  {
    name: 'panel-archived',
    title: 'Panel: archive',
    viewer: 'operator',
    isAlike: true,
    show: panel('?tab=archived', 'Archivierte Bestellungen'),
  },
  {
    name: 'panel-holds',
    title: 'Panel: what is on hold',
    viewer: 'operator',
    show: panel('?tab=holds', 'Reservierungen'),
  },
  {
    name: 'panel-coins',
    title: 'Panel: coin pool',
    viewer: 'operator',
    show: async (page) => {
      await page.goto('/admin?tab=coins');
      await page.getByText('Frei verkäuflich').waitFor();
    },
  },
  {
    name: 'panel-tickets',
    title: 'Panel: support tickets',
    viewer: 'operator',
    show: async (page) => {
      await page.goto('/admin?tab=tickets');
      await page.getByRole('list', { name: 'Support-Tickets' }).waitFor();
    },
  },
  {
    name: 'panel-ticket',
    title: 'Panel: one ticket',
    viewer: 'operator',
    show: async (page) => {
      await page.goto('/admin?tab=tickets');
      await page
        .getByRole('button', { name: /^Ticket \d+ öffnen/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: /^Ticket #/ }).waitFor();
    },
  },
  {
    name: 'panel-rights',
    title: 'Panel: rights',
    viewer: 'operator',
    show: async (page) => {
      await page.goto('/admin?tab=rights');
      await page
        .getByRole('button', { name: /: Ändern$/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Rechte speichern' }).waitFor();
    },
  },
  {
    name: 'account-second-step',
    title: 'Account: second step',
    viewer: 'operator',
    isAlike: true,
    show: ownSecurity,
  },
  {
    name: 'account-second-step-app',
    title: 'Account: an app as second step',
    viewer: 'operator',
    show: async (page, screensShop) => {
      await ownSecurity(page, screensShop);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
];

/** What is written about the first ticket, by everybody who may. */
async function transcript(page: Page, { shop, people }: ScreensShop): Promise<void> {
  const ticket = '/api/admin/support-tickets/1';
  const { lines } = await people.operator.send('GET', `${ticket}/transcript`, undefined, ticketTranscript);
  if (!lines.some(({ kind }) => kind === 'note')) {
    await people.operator.send(
      'POST',
      `${ticket}/notes`,
      { text: 'Mira liefert heute Abend nach.' },
      ticketNote,
    );
    await shop.database.query(
      `INSERT INTO ticket_lines (message_id, ticket_id, author, author_id, text, written_at)
       VALUES ('1', 1, 'mira.staff', '1', 'Bin um 20 Uhr online und melde mich.', now())`,
    );
  }
  await page.goto('/admin?transcript=1');
  await page.getByRole('article', { name: 'Verlauf von Ticket #1' }).waitFor();
}

/** Pictures only: of their many rows the walks see one (`statesOfScreens`). */
export const panelPictures: readonly Scene[] = [
  {
    name: 'account-discord',
    title: 'Account: Discord',
    viewer: 'operator',
    show: async (page) => {
      await page.goto('/account?tab=profile');
      const card = page.locator('#discord');
      await card.getByRole('link', { name: 'Allow at Discord' }).waitFor();
      await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'panel-transcript',
    title: 'Panel: transcript of a ticket',
    viewer: 'operator',
    show: transcript,
  },
  {
    name: 'panel-products',
    title: 'Panel: products',
    viewer: 'operator',
    show: panel('?tab=products', 'Produkte'),
  },
  {
    name: 'panel-product',
    title: 'Panel: one product',
    viewer: 'operator',
    show: async (page) => {
      await panel('?tab=products', 'Produkte')(page);
      await page
        .getByRole('button', { name: /: weitere Angaben$/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'panel-users',
    title: 'Panel: users',
    viewer: 'operator',
    show: panel('?tab=users', 'Benutzer'),
  },
  {
    name: 'panel-user',
    title: 'Panel: one user',
    viewer: 'operator',
    show: async (page) => {
      await panel('?tab=users', 'Benutzer')(page);
      // Its middle lies under the credit's field.
      await page.getByRole('button', { name: 'finn öffnen' }).press('Enter');
      await page
        .getByRole('dialog', { name: /^finn · #/ })
        .getByRole('heading', { name: 'Verlauf' })
        .waitFor();
    },
  },
];
