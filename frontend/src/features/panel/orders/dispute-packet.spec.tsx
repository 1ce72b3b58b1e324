import { describe, expect, it } from '@jest/globals';
import type { DisputePacketAnswer } from '@pax/contracts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer } from '../../../test/mock-server';
import { quote } from '../../../test/checkout-answer';
import { renderPage } from '../../../test/render-page';
import { DisputePacket } from './dispute-packet';

const REF = 'AAAAAAAAAAAAAAAAAAAAAA';
const AT = '2025-11-03T20:15:00.000Z';
const packet: DisputePacketAnswer = {
  checkout: REF,
  state: 'disputed',
  method: 'card',
  total: '10.00',
  refunded: '0.00',
  placedAt: AT,
  paidAt: AT,
  inGameName: 'MaraRedstone',
  discordName: 'mara.redstone',
  quote: quote({
    lines: [{ id: 1, name: 'Wings', quantity: 1, unitPrice: '10.00', linePrice: '10.00', discount: '0.00' }],
  }),
  consent: { at: AT, version: '2026-11', texts: ['Sofort liefern.'] },
  payments: [],
  disputes: [],
  account: {
    id: 7,
    username: 'mara',
    createdAt: AT,
    discordId: null,
    discordName: null,
    discordLinkedAt: null,
  },
  origin: { address: '192.0.2.7', userAgent: 'Firefox', emptiedAt: null },
  orders: [
    {
      id: 12,
      productName: 'Wings',
      quantity: 1,
      status: 'completed',
      history: [{ at: AT, from: 'processing', to: 'completed', actor: 'user:2', actorName: 'operator' }],
    },
  ],
  posts: [
    {
      orderId: 12,
      type: 'order.completed',
      channel: 'orders',
      sentAt: AT,
      content: 'order.status: completed',
      link: 'https://discord.com/channels/1/2/3',
    },
  ],
  messages: [{ topic: 'order:12', status: 'completed', sentAt: AT, content: 'kind: order', link: null }],
  tickets: [
    { id: 3, sentAt: AT, subject: 'Where?', message: 'Still on its way?', response: 'Here.', endedAt: AT },
  ],
  earlier: [],
};

describe('the papers for the bank (OWN-509)', () => {
  it('are read when asked for, once, and can be saved as a file', async () => {
    const calls = mockServer({
      [`GET /api/admin/checkouts/${REF}/dispute-packet`]: () => fakeResponse(packet),
    });
    await renderPage(<DisputePacket checkout={REF} />);
    const open = await screen.findByRole('button', { name: 'Unterlagen für die Bank' });
    expect(calls).toEqual([]);
    await userEvent.click(open);
    const dialog = within(await screen.findByRole('dialog', { name: 'Unterlagen zum Kauf' }));
    await dialog.findByText('192.0.2.7');
    dialog.getByText('MaraRedstone · mara.redstone');
    dialog.getByText(/operator$/);
    dialog.getByText(/^order:12 · completed .*kind: order$/);
    dialog.getByText(/order\.status: completed · https:\/\/discord\.com\/channels\/1\/2\/3$/);
    dialog.getByText(/2026-11 · Sofort liefern\.$/);
    dialog.getByText(/Where\? · Still on its way\? · → Here\.$/);
    expect(dialog.getByRole('link', { name: 'Als Datei sichern' }).getAttribute('href')).toBe(
      `/api/admin/checkouts/${REF}/dispute-packet/file`,
    );
    expect(calls).toHaveLength(1);
  });
});
