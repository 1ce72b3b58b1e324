import { ticketNote, ticketTranscript } from '@pax/contracts';
import type { Page } from 'playwright-core';
import { PanelPage } from '../browser/panel-page.js';
import type { Scene } from './scene.js';
import type { ScreensShop } from './screens-shop.js';

/** Shows a tab of the panel, and waits for a row of its list. */
export const showPanel =
  (tab: string, list: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(`/admin${tab}`);
    await page.getByRole('list', { name: list }).getByRole('listitem').first().waitFor();
  };

/**
 * Shows the section about the second step. The sign-in is made recent in the database, which the section requires, since
 * taking all pictures takes longer than a sign-in stays recent.
 */
async function showOwnSecurity(page: Page, { shop }: ScreensShop): Promise<void> {
  await shop.database.query(
    'UPDATE sessions SET discord_proven_at = now() WHERE discord_proven_at IS NOT NULL',
  );
  await page.goto('/account?tab=security');
  const card = page.getByRole('button', { name: 'Set up' });
  await card.waitFor();
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** Scenes of the panel, and of the parts of the account page that only staff see. */
export const panelScenes: readonly Scene[] = [
  {
    name: 'panel-orders',
    title: 'Panel: orders',
    viewer: 'operator',
    show: showPanel('', 'Aktive Bestellungen'),
  },
  {
    name: 'panel-order',
    title: 'Panel: one order',
    viewer: 'operator',
    show: async (page, { openOrder }) => {
      await showPanel('', 'Aktive Bestellungen')(page);
      const row = new PanelPage(page).findOrderRow(openOrder);
      await row.getByRole('button', { name: / öffnen/ }).click();
      await page.getByRole('dialog', { name: `Bestellung #${openOrder}` }).waitFor();
    },
  },
  {
    name: 'panel-refund',
    title: 'Panel: a refund',
    viewer: 'operator',
    isAside: true,
    show: async (page, { shop }) => {
      const { rows } = await shop.database.query<{ id: number }>(
        `SELECT id FROM orders WHERE status = 'completed' AND payment_status = 'paid' AND cash_cents > 0 LIMIT 1`,
      );
      await page.goto(`/admin?q=%23${rows[0]?.id}`);
      await page.getByRole('button', { name: `Bestellung #${rows[0]?.id} öffnen` }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: 'Erstatten' }).click();
      await sheet.getByText(/^Zurück gehen/).waitFor();
    },
  },
  {
    name: 'panel-archived',
    title: 'Panel: archive',
    viewer: 'operator',
    isAside: true,
    show: showPanel('?tab=archived', 'Archivierte Bestellungen'),
  },
  {
    name: 'panel-holds',
    title: 'Panel: holds',
    viewer: 'operator',
    isAside: true,
    show: showPanel('?tab=holds', 'Reservierungen'),
  },
  {
    name: 'panel-coins',
    title: 'Panel: coin pool',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await page.goto('/admin?tab=coins');
      await page.getByText('Frei verkäuflich').waitFor();
    },
  },
  {
    name: 'panel-overview',
    title: 'Panel: overview',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await page.goto('/admin?tab=overview&filter=30d');
      await page.getByText(/^Stand /).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'panel-tickets',
    title: 'Panel: support tickets',
    viewer: 'operator',
    isAside: true,
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
        .getByRole('button', { name: /^Ticket #\d+ öffnen/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: /^Ticket #/ }).waitFor();
    },
  },
  {
    name: 'panel-rights',
    title: 'Panel: rights',
    viewer: 'operator',
    isAside: true,
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
    isAside: true,
    show: showOwnSecurity,
  },
  {
    name: 'account-second-step-app',
    title: 'Account: an app as second step',
    viewer: 'operator',
    isAside: true,
    show: async (page, screensShop) => {
      await showOwnSecurity(page, screensShop);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('dialog').getByRole('img').waitFor();
    },
  },
];

/** Shows the transcript of the first ticket, with a note and a message of its thread. */
async function showTranscript(page: Page, { shop, people }: ScreensShop): Promise<void> {
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

/** Scenes for pictures only, since `unpicturedScenes` checks the same screens with one row instead of many. */
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
    show: showTranscript,
  },
  {
    name: 'panel-products',
    title: 'Panel: products',
    viewer: 'operator',
    show: showPanel('?tab=products', 'Produkte'),
  },
  {
    name: 'panel-product',
    title: 'Panel: one product',
    viewer: 'operator',
    show: async (page) => {
      await showPanel('?tab=products', 'Produkte')(page);
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
    show: showPanel('?tab=users', 'Benutzer'),
  },
  {
    name: 'panel-user',
    title: 'Panel: one user',
    viewer: 'operator',
    show: async (page) => {
      await showPanel('?tab=users', 'Benutzer')(page);
      // The button is pressed by key, since the credit field covers its middle.
      await page.getByRole('button', { name: 'finn öffnen' }).press('Enter');
      await page
        .getByRole('dialog', { name: /^finn · #/ })
        .getByRole('list', { name: 'Verlauf', exact: true })
        .getByRole('listitem')
        .first()
        .waitFor();
    },
  },
];
