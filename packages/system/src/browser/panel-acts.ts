import type { Locator } from 'playwright-core';
import type { PanelPage } from './panel-page.js';

/** Time to wait for the other panel, ms; longer than allowed, so that every time can be measured. */
export const SOON = { timeout: 5_000 };

/** An action in one panel, and the effect that another panel must show. */
export interface Act {
  readonly what: string;
  readonly act: (panel: PanelPage) => Promise<void>;
  /** Waits until the effect is visible. @throws Error if it never is */
  readonly seen: (panel: PanelPage) => Promise<void>;
}

/** Waits until a field shows a value. */
export async function waitForValue(shown: Locator, value: string): Promise<void> {
  const handle = await shown.elementHandle();
  await shown
    .page()
    .waitForFunction(
      ([input, wanted]) => input instanceof HTMLInputElement && input.value === wanted,
      [handle, value] as const,
      SOON,
    );
}

async function editField(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.press('Enter');
}

/** A field on the card of a product. */
export const productField = (
  { page }: PanelPage,
  field: 'Preis' | 'Bestand' | 'Bild',
  name: string,
): Locator => page.getByLabel(`${field} von ${name}`, { exact: true });

/** All actions of staff on a product, from its creation on; two other products are deleted together. */
export function productActs(name: string, pair: readonly [string, string]): Act[] {
  const editAct = (field: 'Preis' | 'Bestand' | 'Bild', value: string): Act => ({
    what: field,
    act: (panel) => editField(productField(panel, field, name), value),
    seen: (panel) => waitForValue(productField(panel, field, name), value),
  });
  const isThere = (panel: PanelPage): Promise<void> => productField(panel, 'Preis', name).waitFor(SOON);
  return [
    {
      what: 'created',
      act: async ({ page }) => {
        await page.getByRole('button', { name: 'Neues Produkt' }).click();
        const dialog = page.getByRole('dialog', { name: 'Neues Produkt' });
        await dialog.getByLabel('Name', { exact: true }).fill(name);
        await dialog.getByLabel('Preis in Dollar').fill('2.50');
        await dialog.getByLabel('Bestand').fill('40');
        await dialog.getByRole('button', { name: 'Produkt anlegen' }).click();
      },
      seen: isThere,
    },
    editAct('Bestand', '7'),
    editAct('Preis', '3.75'),
    editAct('Bild', '/art/item-beacon.svg'),
    {
      what: 'deleted',
      act: async ({ page }) => {
        await page.getByRole('button', { name: `${name} löschen` }).click();
        const dialog = page.getByRole('dialog', { name: 'Dieses Produkt löschen?' });
        await dialog.getByRole('button', { name: 'Löschen', exact: true }).click();
      },
      seen: (panel) => productField(panel, 'Preis', name).waitFor({ state: 'detached', ...SOON }),
    },
    {
      what: 'restored',
      act: async ({ page }) => {
        // The radio button is clicked, not checked, since its state follows the address only after a moment.
        await page.getByRole('radio', { name: 'Gelöscht' }).click();
        await page.getByRole('button', { name: `${name} zurückholen` }).click();
      },
      seen: isThere,
    },
    {
      what: 'several deleted',
      act: async ({ page }) => {
        await page.getByRole('radio', { name: 'Alle', exact: false }).first().click();
        for (const other of pair) await page.getByLabel(`${other} auswählen`, { exact: true }).check();
        await page.getByRole('button', { name: 'Ausgewählte löschen' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Löschen', exact: true }).click();
        await dialog.getByRole('button', { name: 'Ja, 2 löschen' }).click();
      },
      seen: async (panel) => {
        for (const other of pair)
          await productField(panel, 'Preis', other).waitFor({ state: 'detached', ...SOON });
      },
    },
  ];
}

/**
 * Presses a button in the details of an order, and its confirmation if given.
 * @param refundsMade number of refunds to wait for first, since each changes the order
 */
const pressStep = (id: number, name: string, yes?: string, refundsMade = 0): Act['act'] => {
  return async (panel) => {
    const sheet = await panel.openOrderSheet(id);
    const made = sheet.getByText('erledigt', { exact: true });
    if (refundsMade > 0) await made.nth(refundsMade - 1).waitFor(SOON);
    await sheet.getByRole('button', { name, exact: true }).click();
    if (yes !== undefined) await sheet.getByRole('button', { name: yes }).click();
  };
};

/**
 * All actions of staff on three orders: one is delivered, refunded and archived, one is cancelled, and the crypto
 * payment of one is confirmed.
 */
export function orderActs(first: number, second: number, byCrypto: number): Act[] {
  const seesState =
    (text: string): Act['seen'] =>
    (panel) =>
      panel.findOrderRow(first).getByText(text, { exact: true }).waitFor(SOON);
  const seesGone =
    (id: number): Act['seen'] =>
    (panel) =>
      panel.findOrderRow(id).waitFor({ state: 'detached', ...SOON });
  return [
    { what: 'taken', act: pressStep(first, 'Übernehmen'), seen: seesState('In Bearbeitung') },
    { what: 'handed back', act: pressStep(first, 'Zurückgeben'), seen: seesState('Ausstehend') },
    { what: 'completed', act: (panel) => panel.completeOrder(first), seen: seesState('Abgeschlossen') },
    {
      what: 'partly refunded',
      act: async (panel) => {
        const sheet = await panel.openOrderSheet(first);
        await sheet.getByRole('button', { name: 'Erstatten', exact: true }).click();
        await sheet.getByLabel('Betrag').fill('0.50');
        await sheet.getByRole('button', { name: 'Ja, erstatten' }).click();
      },
      seen: seesState('Teils erstattet'),
    },
    {
      what: 'refunded',
      act: pressStep(first, 'Erstatten', 'Ja, erstatten', 1),
      seen: seesState('Erstattet'),
    },
    { what: 'archived', act: pressStep(first, 'Archivieren', undefined, 2), seen: seesGone(first) },
    { what: 'cancelled', act: pressStep(second, 'Stornieren', 'Ja, stornieren'), seen: seesGone(second) },
    {
      what: 'payment confirmed',
      act: pressStep(byCrypto, 'Zahlung bestätigen', 'Ja, bestätigen'),
      seen: (panel) =>
        panel
          .findOrderRow(byCrypto)
          .getByText('Zahlung offen', { exact: true })
          .waitFor({ state: 'detached', ...SOON }),
    },
  ];
}

/** All actions of admins on an account. */
export function userActs(name: string): Act[] {
  const creditField = ({ page }: PanelPage): Locator => page.getByLabel(`Shop-Guthaben von ${name}`).first();
  const openUserSheet = async ({ page }: PanelPage): Promise<Locator> => {
    // The button is pressed by key, since the credit field covers its middle.
    await page.getByRole('button', { name: `${name} öffnen` }).press('Enter');
    return page.getByRole('dialog', { name: new RegExp(`^${name} · #`) });
  };
  const findUserRow = ({ page }: PanelPage): Locator =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `${name} öffnen` }) });
  const blockedMark = (panel: PanelPage): Locator =>
    findUserRow(panel).getByText('Gesperrt', { exact: true });
  return [
    {
      what: 'credit',
      act: (panel) => editField(creditField(panel), '12.50'),
      seen: (panel) => waitForValue(creditField(panel), '12.50'),
    },
    {
      what: 'tier',
      act: async (panel) => {
        const sheet = await openUserSheet(panel);
        await sheet.getByRole('radio', { name: 'Gold' }).click();
        await sheet.getByRole('button', { name: 'Mindeststufe setzen' }).click();
      },
      seen: (panel) => findUserRow(panel).getByText('Gold', { exact: true }).waitFor(SOON),
    },
    {
      what: 'blocked',
      act: async (panel) => {
        const sheet = await openUserSheet(panel);
        await sheet.getByRole('button', { name: 'Konto sperren' }).click();
        await sheet.getByRole('textbox', { name: 'Grund' }).fill('Spec');
        await sheet.getByRole('button', { name: 'Jetzt sperren' }).click();
      },
      seen: (panel) => blockedMark(panel).waitFor(SOON),
    },
    {
      what: 'block taken back',
      act: async (panel) =>
        (await openUserSheet(panel)).getByRole('button', { name: 'Sperre aufheben' }).click(),
      seen: (panel) => blockedMark(panel).waitFor({ state: 'detached', ...SOON }),
    },
  ];
}

/** An admin sets the coin pool. @param millions new amount */
export const poolActs = (millions: number): Act[] => [
  {
    what: 'pool set',
    act: async ({ page }) => {
      await page.getByLabel('Neuer Stand in Coins').fill(`${millions}000000`);
      await page.getByRole('button', { name: 'Pool aktualisieren' }).click();
    },
    seen: ({ page }) => page.getByText(`${millions},000,000 Coins`).first().waitFor(SOON),
  },
];

/** An admin gives a right to a Discord role, and takes it away. */
export function rightsActs(): Act[] {
  const findRoleCard = ({ page }: PanelPage): Locator =>
    page.locator('[data-role]').filter({ hasText: 'Team-Rolle' });
  const shownRight = (panel: PanelPage): Locator =>
    findRoleCard(panel).getByRole('paragraph').getByText('Erstatten');
  const toggleRight: Act['act'] = async (panel) => {
    await findRoleCard(panel)
      .getByRole('button', { name: /: Ändern$/ })
      .click();
    await findRoleCard(panel).getByLabel('Erstatten').click();
    await findRoleCard(panel).getByRole('button', { name: 'Rechte speichern' }).click();
  };
  return [
    { what: 'right given', act: toggleRight, seen: (panel) => shownRight(panel).waitFor(SOON) },
    {
      what: 'right taken back',
      act: toggleRight,
      seen: (panel) => shownRight(panel).waitFor({ state: 'detached', ...SOON }),
    },
  ];
}

/** All actions of staff on two tickets: one is taken, noted and answered, the other is closed. */
export function ticketActs(first: number, second: number): Act[] {
  const openTicketSheet = async (panel: PanelPage, id: number): Promise<Locator> => {
    const dialog = panel.page.getByRole('dialog', { name: `Ticket #${id}` });
    await panel.findTicketButton(id).click();
    return dialog;
  };
  const seesGone =
    (id: number): Act['seen'] =>
    (panel) =>
      panel.findTicketButton(id).waitFor({ state: 'detached', ...SOON });
  return [
    {
      what: 'taken',
      act: async (panel) =>
        (await openTicketSheet(panel, first)).getByRole('button', { name: 'In Bearbeitung' }).click(),
      seen: ({ page }) =>
        page
          .getByRole('button', { name: new RegExp(`^Ticket #${first} öffnen.*In Bearbeitung$`) })
          .waitFor(SOON),
    },
    {
      what: 'noted',
      act: async (panel) => {
        const dialog = await openTicketSheet(panel, first);
        await dialog.getByLabel('Notiz', { exact: true }).fill('Known to Mira.');
        await dialog.getByRole('button', { name: 'Notiz speichern' }).click();
        await dialog.getByText('Known to Mira.').waitFor();
      },
      seen: async (panel) => {
        const dialog = await openTicketSheet(panel, first);
        await dialog.getByText('Known to Mira.').waitFor(SOON);
        await panel.closeSheet(dialog);
      },
    },
    {
      what: 'answered',
      act: async (panel) => {
        const dialog = await openTicketSheet(panel, first);
        await dialog.getByRole('button', { name: 'Antworten' }).click();
        await dialog.getByLabel('Antwort', { exact: true }).fill('At spawn.');
        await dialog.getByRole('button', { name: 'Senden und erledigen' }).click();
      },
      seen: seesGone(first),
    },
    {
      what: 'closed',
      act: async (panel) => {
        const dialog = await openTicketSheet(panel, second);
        await dialog.getByRole('button', { name: 'Schließen', exact: true }).last().click();
        await dialog.getByRole('button', { name: 'Ja, schließen' }).click();
      },
      seen: seesGone(second),
    },
  ];
}
