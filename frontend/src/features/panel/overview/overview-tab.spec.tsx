import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { overviewAnswer } from '../../../test/overview';
import { overviewLive } from './overview-queries';

const fail = () => {
  throw new Error('orders have no handler');
};
const OVERVIEW = 'GET /api/admin/overview';
const open = (answers: Parameters<typeof openPanel>[0] = {}, address = '/admin?tab=overview') =>
  openPanel({ [OVERVIEW]: () => fakeResponse(overviewAnswer()), ...answers }, address);
/** Texts of a named row: its value, its change and what it was before. */
const valueOf = async (name: string, at = 0): Promise<string> => {
  const label = (await screen.findAllByText(name, { selector: 'dt' }))[at];
  return label?.parentElement?.textContent ?? '';
};

describe('the overview (OWN-1553)', () => {
  it('shows each figure with its change and what it was before', async () => {
    await open();
    expect(await valueOf('Umsatz nach Erstattungen')).toContain('$512.40');
    expect(await valueOf('Umsatz nach Erstattungen')).toContain('3 Prozent mehr');
    expect(await valueOf('Umsatz nach Erstattungen')).toMatch(/davor \$498\.00/);
    expect(await valueOf('Bestellungen')).toContain('41');
    expect(await valueOf('Käufer')).toContain('23');
    expect(await valueOf('Die Hälfte innerhalb von')).toMatch(/22 Min\..*28 Prozent weniger.*davor 31 Min\./);
    expect(await valueOf('90 von 100 innerhalb von')).toMatch(/1 Std\. 35 Min\..*davor –/);
    expect(await valueOf('Karte · 21 von 24 bezahlt')).toContain('$430.10');
    expect(await valueOf('Elytra · 12 Stück')).toContain('$239.88');
    expect(await valueOf('Bestand')).toContain('1.2B');
    expect(await valueOf('Reicht beim Tempo der letzten 7 Tage')).toContain('24 Tage');
    expect(await valueOf('Fehlgeschlagen')).toContain('2');
  });

  it('turns both charts into tables, by a button or the key t', async () => {
    await open();
    const buttons = await screen.findAllByRole('button', { name: /^Als Tabelle/ });
    expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual(['t', 't']);
    await userEvent.keyboard('t');
    const tables = await screen.findAllByRole('region', {
      name: /^(Umsatz nach Erstattungen|Bestellungen)$/,
    });
    expect(tables).toHaveLength(2);
    const rows = within(tables[0] ?? document.body).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'ZeitDieser ZeitraumDavor',
      '23.11.$260.40$240.00',
      '24.11.$252.00$258.00',
    ]);
    await userEvent.click(buttons[0] ?? document.body);
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(screen.getAllByRole('table')).toHaveLength(2);
  });

  it('shows work and times alone to who may not see money', async () => {
    const { money, pool, tickets, ...rest } = overviewAnswer();
    expect([money, pool, tickets]).not.toContain(undefined);
    const series = rest.series.map(({ at, orders }) => ({ at, orders }));
    const goods = rest.goods.map(({ id, name, pieces }) => ({ id, name, pieces }));
    await open({ [OVERVIEW]: () => fakeResponse({ ...rest, series, goods }) });
    expect(await valueOf('Zeit bis zur Lieferung')).toContain('22 Min.');
    expect(await valueOf('Elytra · 12 Stück')).toContain('33 Prozent mehr');
    expect(screen.getAllByRole('button', { name: /^Als Tabelle/ })).toHaveLength(1);
    expect(screen.queryByText(/\$|Umsatz|Coin-Pool ·/, { selector: 'main *' })).toBeNull();
  });

  it('names the day of old figures and that they are old, and tells more and less also below zero (OWN-1557)', async () => {
    const { money, ...rest } = overviewAnswer();
    await open({
      [OVERVIEW]: () =>
        fakeResponse({ ...rest, money: { ...money, revenue: { now: '10.00', before: '-40.00' } } }),
    });
    expect((await screen.findByText(/^Stand /)).textContent).toMatch(/Stand 2[45]\.11\.2026, \d\d:\d\d:03/);
    screen.getByText('Diese Zahlen sind älter als fünf Minuten.');
    expect(await valueOf('Umsatz nach Erstattungen')).toMatch(/▲mehrdavor -\$40\.00|▲mehrdavor \$-40\.00/);
  });

  it('says nothing of the age of new figures, and names hours by their zone (OWN-1557)', async () => {
    const countedTo = new Date().toISOString();
    await open(
      { [OVERVIEW]: () => fakeResponse(overviewAnswer({ countedTo })) },
      '/admin?tab=overview&filter=today',
    );
    await screen.findByText(/^Stand \d\d:\d\d:\d\d · Tage und Stunden nach UTC/);
    expect(screen.queryByText('Diese Zahlen sind älter als fünf Minuten.')).toBeNull();
    expect(screen.getAllByText('00:00 UTC', { selector: 'th' }).length).toBeGreaterThan(0);
  });

  it('keeps the figures that are there when reading them again fails, each with its period (OWN-1557)', async () => {
    let isDown = false;
    let answer = (): void => undefined;
    const { client } = await open({
      [OVERVIEW]: async (_body, { searchParams }) => {
        if (isDown) return problemResponse(503, 'UNAVAILABLE', 'Not now.');
        if (searchParams.get('period') === 'today') await new Promise<void>((resolve) => (answer = resolve));
        return fakeResponse(overviewAnswer());
      },
    });
    expect(await valueOf('Bestellungen')).toContain('41');
    await userEvent.click(screen.getByRole('radio', { name: 'Heute' }));
    expect(screen.getAllByText('23.11.', { selector: 'th' }).length).toBeGreaterThan(0);
    expect(screen.queryByText('00:00 UTC', { selector: 'th' })).toBeNull();
    answer();
    await screen.findAllByText('00:00 UTC', { selector: 'th' });
    isDown = true;
    await client.invalidateQueries();
    expect(await valueOf('Bestellungen')).toContain('41');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reads another period, keeps it in the address, and tells a failure', async () => {
    const { at } = await open({
      [OVERVIEW]: (_body, { searchParams }) =>
        searchParams.get('period') === '7d'
          ? fakeResponse(overviewAnswer())
          : problemResponse(503, 'UNAVAILABLE', 'Not now.'),
    });
    await userEvent.click(await screen.findByRole('radio', { name: '90 Tage' }));
    expect(at()).toContain('filter=90d');
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Die Übersicht konnte nicht geladen werden.');
    within(alert).getByRole('button', { name: /Erneut|Nochmal/ });
    await userEvent.click(screen.getByRole('radio', { name: '7 Tage' }));
    expect(await valueOf('Bestellungen')).toContain('41');
  });

  it('and the lists are exported by the filters that are set (OWN-1554)', async () => {
    await open({}, '/admin?tab=overview&filter=7d');
    const hrefOf = async () =>
      (await screen.findByRole('link', { name: 'Exportieren' })).getAttribute('href');
    expect(await hrefOf()).toBe('/api/admin/exports/overview?period=7d&decimals=comma');
    await userEvent.click(screen.getByRole('link', { name: /^Archiviert/ }));
    await waitFor(async () => expect(await hrefOf()).toMatch(/^\/api\/admin\/exports\/archive/));
    await userEvent.type(screen.getByRole('searchbox'), 'no va');
    await waitFor(async () => expect(await hrefOf()).toContain('q=no+va'));
  });

  it('says of an empty shop that there is nothing yet', async () => {
    const nothing = { now: 0, before: 0 };
    await open({
      [OVERVIEW]: () =>
        fakeResponse(
          overviewAnswer({
            countedTo: null,
            orders: nothing,
            goods: [],
            series: [
              { at: '2026-11-23T00:00:00.000Z', orders: nothing, revenue: { now: '0.00', before: '0.00' } },
            ],
          }),
        ),
    });
    await screen.findByText('Die Zahlen werden zum ersten Mal gezählt.');
    expect(screen.getAllByText('In diesem Zeitraum gibt es nichts zu zeigen.')).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Als Tabelle/ })).toBeNull();
  });
});

describe('messages about orders (OWN-1553)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('cause one call once they are counted, and one more for those that came meanwhile', () => {
    const client = new QueryClient();
    const invalidated = jest.spyOn(client, 'invalidateQueries');
    const tell = () => Reflect.apply(overviewLive.handlers.order ?? fail, undefined, [{}, client]);
    tell();
    jest.advanceTimersByTime(5_999);
    expect(invalidated).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(invalidated).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 100; n += 1) tell();
    jest.advanceTimersByTime(60_000);
    expect(invalidated).toHaveBeenCalledTimes(3);
  });
});
