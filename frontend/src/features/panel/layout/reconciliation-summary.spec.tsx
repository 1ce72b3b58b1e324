import { describe, expect, it } from '@jest/globals';
import { DEFAULT_STAFF_RIGHTS } from '@pax/contracts';
import { screen } from '@testing-library/react';
import { iconPaths } from '../../../ui/components/base/icon';
import { fakeResponse } from '../../../test/fake-response';
import { openPanel, panelAdmin } from '../../../test/open-panel';

describe('the money at the payment providers (OWN-496)', () => {
  const compared = {
    provider: 'stripe',
    checkedAt: '2026-03-01T09:00:00.000Z',
    total: '40.00',
    matched: '30.00',
    oldestUnmatchedAt: '2025-12-24T08:05:00.000Z',
  };
  const unrecorded = {
    kind: 'payment',
    fault: 'unrecorded',
    ref: 'pi_1',
    paymentRef: 'pi_1',
    checkout: null,
    provider: { cents: 1000, currency: 'usd' },
    shop: null,
    at: compared.oldestUnmatchedAt,
  };
  const orders = { ...compared, provider: 'paypal-orders', total: '0.00', matched: '0.00' };
  const reconciliation = () =>
    fakeResponse([
      { ...orders, oldestUnmatchedAt: null, differences: [] },
      { ...compared, differences: [unrecorded] },
    ]);

  it('is compared with the shop’s, and admins see how much agrees and how old the rest is', async () => {
    await openPanel({ 'GET /api/admin/reconciliation': reconciliation });
    await screen.findByText(/75.% bei Stripe stimmen/);
    screen.getByText('1 Abweichung');
    screen.getByText(/offen seit 24\.12\.25, \d\d:05/);
  });

  it.each([
    [2.97, 'check', 0],
    [3.03, 'alert', 1],
  ] as const)(
    'compared %s hours ago is shown as it is: no tick for what nobody looked at (OWN-496)',
    async (hours, icon, told) => {
      const checkedAt = new Date(Date.now() - hours * 3_600_000).toISOString();
      const match = { ...compared, checkedAt, matched: '40.00', oldestUnmatchedAt: null, differences: [] };
      await openPanel({ 'GET /api/admin/reconciliation': () => fakeResponse([match]) });
      const foot = (await screen.findByText(/100.% bei Stripe stimmen/)).closest('p');
      expect(foot?.querySelector('path')?.getAttribute('d')).toBe(iconPaths[icon]);
      expect(screen.queryAllByText(/zuletzt verglichen: /)).toHaveLength(told);
      // On every screen it says of when it is (OWN-496).
      expect(screen.queryAllByText(/^verglichen: (\d\d\.\d\d\., )?\d\d:\d\d$/)).toHaveLength(1 - told);
      expect(foot?.hasAttribute('data-differs')).toBe(hours > 3);
    },
  );

  it('names the providers that it compares, as a sentence does', async () => {
    const agreed = { ...compared, matched: '40.00', oldestUnmatchedAt: null, differences: [] };
    await openPanel({
      'GET /api/admin/reconciliation': () => fakeResponse([{ ...agreed, provider: 'paypal-orders' }, agreed]),
    });
    await screen.findByText(/^100.% bei PayPal und Stripe stimmen$/);
  });

  it('is as old as what was compared longest ago', async () => {
    const agreed = { ...compared, matched: '40.00', oldestUnmatchedAt: null, differences: [] };
    const checkedNow = { ...agreed, checkedAt: new Date().toISOString() };
    await openPanel({
      'GET /api/admin/reconciliation': () =>
        fakeResponse([{ ...agreed, provider: 'paypal-orders' }, checkedNow]),
    });
    await screen.findByText(/zuletzt verglichen: /);
  });

  it('is not asked for by staff', async () => {
    const { calls } = await openPanel({
      'GET /api/admin/check-auth': () =>
        fakeResponse({ ...panelAdmin, role: 'staff', rights: DEFAULT_STAFF_RIGHTS }),
      'GET /api/admin/reconciliation': reconciliation,
    });
    await screen.findByRole('link', { name: /Bestellungen/ });
    expect(calls.map(({ call }) => call)).not.toContain('GET /api/admin/reconciliation');
  });
});
