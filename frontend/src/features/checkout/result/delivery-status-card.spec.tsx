import { expect, it } from '@jest/globals';
import type { CheckoutAnswer } from '@pax/contracts';
import { screen, within } from '@testing-library/react';
import { preloadAreas } from '../../../i18n/i18n';
import { order } from '../../../test/order-lists';
import { makeQuotedCheckoutAnswer } from '../../../test/checkout-answer';
import { renderUi } from '../../../test/render';
import { DeliveryStatusCard } from './delivery-status-card';

const checkout: CheckoutAnswer = {
  ...makeQuotedCheckoutAnswer('9y83JcWY62-SOSsVTszN7A', 'paid', ['Wings', 'Totem']),
  points: 399,
  orders: [11, 12],
  paidAt: '2025-11-03T20:16:00.000Z',
};

it('shows beside each good how far its own order is, newest orders first (OWN-128)', async () => {
  await renderUi(<div />);
  await preloadAreas('checkout', 'shop');
  const orders = [
    order({ id: 12, productId: 8, status: 'completed', completedAt: '2025-11-03T21:00:00.000Z' }),
    order({ id: 11, productId: 7, status: 'pending' }),
  ];
  await renderUi(<DeliveryStatusCard checkout={checkout} orders={orders} />);
  const ticket = within(screen.getByRole('region'));
  const lineOf = (name: string) => ticket.getByText(name).closest('li');
  expect(lineOf('Totem')?.textContent).toContain('Delivered');
  expect(lineOf('Wings')?.textContent).not.toContain('Delivered');
});

it('says of a withdrawn purchase how far each refund is (OWN-491)', async () => {
  await renderUi(<div />);
  await preloadAreas('checkout', 'shop');
  const undone = { status: 'cancelled', paymentStatus: 'refunded', withdrawn: true } as const;
  const orders = [
    order({ id: 12, productId: 8, ...undone, refund: 'done' }),
    order({ id: 11, productId: 7, ...undone, refund: 'requested' }),
  ];
  await renderUi(<DeliveryStatusCard checkout={{ ...checkout, state: 'refunded' }} orders={orders} />);
  const ticket = within(screen.getByRole('region'));
  const lineOf = (name: string) => ticket.getByText(name).closest('li');
  expect(lineOf('Wings')?.textContent).toContain('Refund requested');
  expect(lineOf('Totem')?.textContent).toContain('Refunded');
  ticket.getByText('You withdrew it. Nothing will be delivered.');
});

it.each([
  ['pending', 399, 'Points earned+399Pending: yours to spend when it is delivered'],
  ['processing', 399, 'Points earned+399Pending: yours to spend when it is delivered'],
  ['completed', 399, 'Points earned+399'],
  ['pending', 0, 'Points earned+399'],
] as const)(
  'says of a %s order with %s points to come: "%s…" (OWN-851)',
  async (status, pendingPoints, text) => {
    await renderUi(<div />);
    await preloadAreas('checkout', 'shop');
    const orders = [
      order({ id: 12, productId: 8, status }),
      order({ id: 11, productId: 7, status: 'completed' }),
    ];
    await renderUi(<DeliveryStatusCard checkout={{ ...checkout, pendingPoints }} orders={orders} />);
    expect(screen.getByText('Points earned').parentElement?.textContent).toBe(text);
  },
);
