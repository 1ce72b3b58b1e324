import { expect, it } from '@jest/globals';
import type { CheckoutAnswer } from '@pax/contracts';
import { screen, within } from '@testing-library/react';
import { preloadAreas } from '../../../i18n/i18n';
import { order } from '../../../test/order';
import { renderUi } from '../../../test/render';
import { previewQuote } from '../preview-quote';
import { DeliveryTicket } from './delivery-ticket';

const good = (id: number, name: string) => ({
  id,
  name,
  category: 'items' as const,
  item: { id, quantity: 1 },
  pricing: {
    product: {
      id,
      priceCents: 1999,
      isCustom: false,
      coinValue: null,
      bulkMinQuantity: null,
      bulkPriceCents: null,
    },
    quantity: 1,
  },
});
const quote = previewQuote([good(7, 'Wings'), good(8, 'Totem')], {
  profile: undefined,
  useStoreCredit: false,
});
const checkout: CheckoutAnswer = {
  checkout: '9y83JcWY62-SOSsVTszN7A',
  state: 'paid',
  method: 'card',
  total: '39.98',
  refundedCents: 0,
  inGameName: 'MaraRedstone',
  discordName: 'mara.redstone',
  lines: quote.lines,
  quote,
  points: 399,
  orders: [11, 12],
  createdAt: '2025-11-03T20:15:00.000Z',
  paidAt: '2025-11-03T20:16:00.000Z',
};

it('shows beside each good how far its own order is, newest orders first (OWN-128)', async () => {
  await renderUi(<div />);
  await preloadAreas('checkout', 'shop');
  const orders = [
    order({ id: 12, productId: 8, status: 'completed', completedAt: '2025-11-03T21:00:00.000Z' }),
    order({ id: 11, productId: 7, status: 'pending' }),
  ];
  await renderUi(<DeliveryTicket checkout={checkout} orders={orders} />);
  const ticket = within(screen.getByRole('region'));
  const lineOf = (name: string) => ticket.getByText(name).closest('li');
  expect(lineOf('Totem')?.textContent).toContain('Delivered');
  expect(lineOf('Wings')?.textContent).not.toContain('Delivered');
});
