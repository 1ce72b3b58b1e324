import { showPanel } from './panel-scenes.js';
import type { Scene } from './scene.js';

const GOODS = 'Elytra';
const USERNAME = 'finn';

// Lists are checked with a single row, since all rows look alike.
const showOneProduct = showPanel(`?tab=products&q=${GOODS}`, 'Produkte');
const showOneUser = showPanel(`?tab=users&q=${USERNAME}`, 'Benutzer');

/** States of screens after an action, which are checked in this order without a picture. */
export const unpicturedScenes: readonly Scene[] = [
  {
    name: 'receipt',
    title: 'A receipt',
    viewer: 'customer',
    isAside: true,
    show: async (page, { paid }) => {
      await page.goto(`/receipt?checkout=${paid}`);
      await page.getByRole('article', { name: 'Receipt' }).waitFor();
    },
  },
  {
    name: 'support-ticket',
    title: 'An answered ticket by its link, with its rating',
    viewer: 'visitor',
    isAside: true,
    show: async (page, { answered }) => {
      await page.goto(`/support-ticket#${answered}`);
      await page.getByRole('article', { name: /^Ticket #/ }).waitFor();
      await page.getByRole('button', { name: /star/ }).first().waitFor();
    },
  },
  {
    name: 'pay-link',
    title: 'A link to pay that leads nowhere',
    viewer: 'visitor',
    isAside: true,
    show: async (page) => {
      await page.goto('/pay');
      await page.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
    },
  },
  {
    name: 'referral-link',
    title: "The market by a friend's link",
    viewer: 'newcomer',
    isAside: true,
    show: async (page, { referralLink }) => {
      await page.goto(referralLink);
      await page.getByRole('complementary', { name: 'Invitation' }).getByText('finn').waitFor();
    },
  },
  {
    name: 'account-history',
    title: 'Account: what was booked',
    viewer: 'customer',
    isAside: true,
    show: async (page) => {
      await page.goto('/account?tab=history');
      await page.getByRole('heading', { name: 'What was booked' }).waitFor();
      await page.getByRole('tabpanel').getByText('Earned with a purchase').first().waitFor();
    },
  },
  {
    name: 'panel-new-product',
    title: 'Panel: a new product',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await showOneProduct(page);
      await page.getByRole('button', { name: 'Neues Produkt' }).click();
      await page.getByRole('dialog', { name: 'Neues Produkt' }).waitFor();
    },
  },
  {
    name: 'panel-chosen-products',
    title: 'Panel: products chosen',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await showOneProduct(page);
      await page.getByRole('checkbox', { name: `${GOODS} auswählen` }).check();
      await page.getByRole('button', { name: 'Ausgewählte löschen' }).waitFor();
    },
  },
  {
    name: 'panel-product',
    title: 'Panel: all of a product',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await showOneProduct(page);
      await page.getByRole('button', { name: `${GOODS}: weitere Angaben` }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'panel-delete-product',
    title: 'Panel: whether to delete a product',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await showOneProduct(page);
      await page.getByRole('button', { name: `${GOODS} löschen` }).click();
      await page.getByRole('dialog', { name: 'Dieses Produkt löschen?' }).waitFor();
    },
  },
  {
    name: 'panel-reply',
    title: 'Panel: the answer to a ticket',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await page.goto('/admin?tab=tickets');
      await page
        .getByRole('button', { name: /^Ticket #\d+ öffnen/ })
        .first()
        .click();
      const sheet = page.getByRole('dialog', { name: /^Ticket #/ });
      await sheet.getByRole('button', { name: 'Antworten' }).click();
      await sheet.getByLabel('Antwort', { exact: true }).waitFor();
    },
  },
  {
    name: 'panel-users',
    title: 'Panel: one user found',
    viewer: 'operator',
    isAside: true,
    show: showOneUser,
  },
  {
    name: 'panel-block',
    title: 'Panel: a block and its reason',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await showOneUser(page);
      // The button is pressed by key, since the credit field covers its middle.
      await page.getByRole('button', { name: `${USERNAME} öffnen` }).press('Enter');
      const sheet = page.getByRole('dialog', { name: new RegExp(`^${USERNAME} · #`) });
      await sheet.getByRole('button', { name: 'Konto sperren' }).click();
      await sheet.getByRole('textbox', { name: 'Grund' }).waitFor();
    },
  },
  {
    name: 'panel-palette',
    title: 'Panel: the palette with what it found',
    viewer: 'operator',
    isAside: true,
    show: async (page) => {
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Suchen', exact: true }).click();
      await page.getByRole('combobox', { name: 'Suchen und ausführen' }).fill(USERNAME);
      await page.getByRole('group', { name: 'Benutzer' }).getByRole('option').first().waitFor();
    },
  },
];
