import { describe, expect, it } from '@jest/globals';
import type { Order, OwnReview } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { order } from '../../../test/order-lists';
import { renderPage } from '../../../test/render-page';
import { OrderReview, OrderReviews } from './order-review';

const SCRIPT = '<img src=x onerror="window.ran=1">';
const DELIVERED = order({ id: 7, status: 'completed', completedAt: '2026-11-21T09:00:00.000Z' });
const review = (changes: Partial<OwnReview> = {}): OwnReview => ({
  id: 3,
  orderId: 7,
  rating: 4,
  text: SCRIPT,
  productName: 'Elytra',
  category: 'items',
  createdAt: '2026-11-21T10:00:00.000Z',
  hiddenReason: null,
  ...changes,
});
const open = async (of: Order, written: OwnReview[] = [], answers: Parameters<typeof mockServer>[0] = {}) => {
  const calls = mockServer({ 'GET /api/account/reviews': () => fakeResponse(written), ...answers });
  return { ...(await renderPage(<OrderReview order={of} />)), calls };
};
const button = () => screen.findByRole('button', { name: 'Write a review of order #7' });

describe('the review of an order (OWN-1512)', () => {
  it('is offered once the order is delivered', async () => {
    await open(DELIVERED);
    expect(await button()).toBeTruthy();
  });

  it('names the goods where a purchase has several orders', async () => {
    mockServer({ 'GET /api/account/reviews': () => fakeResponse([]) });
    const other = { ...DELIVERED, id: 8, productName: 'Totem' };
    await renderPage(<OrderReviews orders={[DELIVERED, other]} />);
    expect(await screen.findByRole('button', { name: 'Review Totem' })).toBeTruthy();
  });

  it.each([
    ['on its way', order({ id: 7 }), 0],
    ['a gift', { ...DELIVERED, kind: 'join_reward' as const }, 0],
    ['refunded', { ...DELIVERED, paymentStatus: 'refunded' as const }, 1],
  ])('is not offered for an order that is %s', async (_, of, asked) => {
    const { calls } = await open(of);
    await waitFor(() => expect(calls).toHaveLength(asked));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('needs stars alone, and stands there once it is written', async () => {
    const { calls, toasts } = await open(DELIVERED, [], {
      'PUT /api/orders/7/review': () => fakeResponse(review({ rating: 5, text: '' })),
    });
    await userEvent.click(await button());
    expect(document.activeElement?.ariaLabel).toBe('1 of 5 stars');
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(document.activeElement).toBe(await button());
    await userEvent.click(await button());
    const send = screen.getByRole('button', { name: 'Publish' });
    expect(send).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: '5 of 5 stars' }));
    await userEvent.click(send);
    const stars = await screen.findByRole('img', { name: '5 of 5 stars' });
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(stars)).toBe(true);
    expect(calls.at(-1)?.body).toEqual({ rating: 5, text: '' });
    expect(toasts.map(({ title }) => title)).toEqual(['Thank you for your review']);
  });

  it('keeps the words when they are not taken', async () => {
    const { toasts } = await open(DELIVERED, [], {
      'PUT /api/orders/7/review': () => problemResponse(500, 'INTERNAL', 'Broken'),
    });
    await userEvent.click(await button());
    await userEvent.click(screen.getByRole('button', { name: '1 of 5 stars' }));
    await userEvent.type(screen.getByRole('textbox'), 'Too late');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Not published']));
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Too late');
  });

  it('shows another one that was written meanwhile', async () => {
    let written: OwnReview[] = [];
    await open(DELIVERED, [], {
      'GET /api/account/reviews': () => fakeResponse(written),
      'PUT /api/orders/7/review': () => {
        written = [review()];
        return problemResponse(409, 'CONFLICT', 'Known');
      },
    });
    await userEvent.click(await button());
    await userEvent.click(screen.getByRole('button', { name: '5 of 5 stars' }));
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByRole('img', { name: '4 of 5 stars' });
  });

  it('is plain text, and says why it is hidden', async () => {
    await open(DELIVERED, [review({ hiddenReason: 'advertising' })]);
    await screen.findByText(SCRIPT);
    screen.getByText('Hidden by the shop: advertising');
    expect(document.activeElement).toBe(document.body);
    expect(document.querySelector('img')).toBeNull();
  });
});
