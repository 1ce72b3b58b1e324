import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminHold } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { fakeResponse } from '../../../test/fake-response';
import { collectToasts } from '../../../test/collect-toasts';
import { problemResponse, type mockServer } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { adminLive } from '../layout/panel-tabs';
import { holdListRuleFor } from './hold-queries';

const hold = (changes: Partial<AdminHold> = {}): AdminHold => ({
  id: 812,
  checkout: 'Zb3kQ9vT1xYp0LmN4rSd2A',
  holding: true,
  state: 'open',
  method: 'card',
  userId: 7,
  username: 'nova',
  inGameName: 'Nova_Builds',
  discordName: 'nova.builds',
  total: '32.50',
  lines: [
    { id: 3, name: 'Elytra', quantity: 2 },
    { id: 1, name: 'Custom Coins', quantity: 1, customAmount: 25 },
  ],
  storeCredit: '1.45',
  referralBonus: '0.00',
  reward: null,
  since: '2026-11-21T09:00:00.000Z',
  until: '2026-11-21T09:35:00.000Z',
  version: 1,
  ...changes,
});
const SLOW = hold({ id: 811, state: 'confirming', username: 'ember', userId: 8, checkout: 'e'.repeat(22) });
const RELEASE = `POST /api/admin/holds/${hold().checkout}/release`;

const open = async (all: AdminHold[], answers: Parameters<typeof mockServer>[0] = {}) => {
  const page = await openPanel(
    {
      'GET /api/admin/holds': (_, { searchParams }) => {
        const asked = (name: string) => searchParams.get(name) ?? '';
        const { includes, compare } = holdListRuleFor({ state: asked('state'), q: asked('q') });
        return fakeResponse(all.filter(includes).toSorted(compare));
      },
      ...answers,
    },
    '/admin?tab=holds',
  );
  await screen.findByRole('heading', { level: 2, name: /Reserviert/ });
  return { ...page, released: () => page.calls.filter(({ call }) => call.startsWith('POST')) };
};
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const ids = () => rows().map(({ dataset }) => Number(dataset['row']));
const openSheet = async (id: number) => {
  await waitFor(() => expect(ids()).toContain(id));
  await userEvent.click(
    within(document.querySelector<HTMLElement>(`[data-row="${id}"]`)!).getByRole('button'),
  );
  return screen.findByRole('dialog', { name: 'Reservierung' });
};

// The tab is loaded when it is opened, which a cold start would wait for.
beforeAll(async () => {
  await import('./holds-tab');
});

describe('the holds of the panel (OWN-878)', () => {
  it('say who holds what, narrowed by state and search', async () => {
    await open([hold(), SLOW]);
    await waitFor(() => expect(ids()).toEqual([812, 811]));
    expect(rows()[0]?.textContent).toMatch(/Offen.*2 × Elytra, 25M Coins.*nova.*Nova_Builds.*Karte/);
    await userEvent.click(screen.getByRole('radio', { name: 'In Bestätigung' }));
    await waitFor(() => expect(ids()).toEqual([811]));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Reservierungen durchsuchen' }), 'nova_x');
    await screen.findByText('Nichts gefunden');
    await userEvent.click(screen.getByRole('button', { name: 'Alle zeigen' }));
    await waitFor(() => expect(ids()).toEqual([812, 811]));
  });

  it('come and go by messages, and say so when there is none', async () => {
    const { client } = await open([]);
    await screen.findByText('Nichts ist reserviert');
    const tell = (data: AdminHold, seq: number) =>
      act(() =>
        deliverToModule(
          adminLive,
          {
            room: 'admin',
            seq,
            id: `0d9f1a52-7a53-4c1e-9a57-0f6a3a1f00${seq}`,
            type: 'checkout.placed',
            occurredAt: data.since,
            version: data.version,
            data,
          },
          client,
        ),
      );
    tell(hold(), 31);
    await waitFor(() => expect(ids()).toEqual([812]));
    tell(hold({ state: 'confirming', version: 2 }), 32);
    await waitFor(() => expect(rows()[0]?.textContent).toContain('In Bestätigung'));
    tell(hold({ holding: false, state: 'paid', version: 3 }), 33);
    await waitFor(() => expect(ids()).toEqual([]));
  });

  it('are released once asked, and leave the list', async () => {
    const { released } = await open([hold()], {
      [RELEASE]: () => fakeResponse(hold({ holding: false, state: 'cancelled', version: 2 })),
    });
    const toasts: string[] = [];
    collectToasts(({ title, description }) => toasts.push(`${title}: ${description}`));
    const sheet = await openSheet(812);
    within(sheet).getByText('Guthaben $1.45');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Freigeben' }));
    expect(released()).toEqual([]);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Ja, freigeben' }));
    await waitFor(() => expect(ids()).toEqual([]));
    expect(released()).toHaveLength(1);
    expect(toasts).toEqual(['Freigegeben: nova']);
  });

  it('show no credit and no bonus to who may not see money figures (OWN-563)', async () => {
    await open([hold({ storeCredit: null, referralBonus: null })]);
    const sheet = await openSheet(812);
    within(sheet).getByText('2 × Elytra');
    expect(within(sheet).queryByText(/Guthaben|Bonus|null|NaN/)).toBeNull();
  });

  it.each([
    [409, 'ILLEGAL_MOVE', /besteht nicht mehr/],
    [503, 'PAYMENT_PROVIDER_UNAVAILABLE', /antwortet nicht/],
    [403, 'OWN_ORDER', /deine eigene/],
  ] as const)('say why a release was refused: %i %s', async (status, code, text) => {
    await open([hold()], { [RELEASE]: () => problemResponse(status, code, 'refused') });
    const toasts: string[] = [];
    collectToasts(({ title, description }) => toasts.push(`${title}: ${description}`));
    const sheet = await openSheet(812);
    await userEvent.click(within(sheet).getByRole('button', { name: 'Freigeben' }));
    await userEvent.click(within(sheet).getByRole('button', { name: 'Ja, freigeben' }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toMatch(text);
  });
});
