import { describe, expect, it } from '@jest/globals';
import type { LinkedTicket } from '@pax/contracts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { ticket } from '../../test/ticket';
import { OwnTicketsTab } from './own-tickets-tab';

const ENDED = { status: 'resolved', response: 'It waits at spawn.' } as const;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

describe('a follow-up of an answered ticket (OWN-1451)', () => {
  it('is opened once, and then named', async () => {
    let followedBy: number | null = null;
    const calls = mockServer({
      'GET /api/support-tickets': () => fakeResponse([ticket({ ...ENDED, endedAt: daysAgo(1), followedBy })]),
      'POST /api/support-tickets/1/follow-up': () => {
        followedBy = 2;
        return fakeResponse({ id: 2, token: null }, { status: 201 });
      },
    });
    await renderPage(<OwnTicketsTab />);
    await userEvent.click(await screen.findByRole('button', { name: 'Not solved?' }));
    await userEvent.type(screen.getByLabelText('What is still missing?'), 'Not there.');
    await userEvent.click(screen.getByRole('button', { name: 'Send follow-up' }));
    await screen.findByText('Continued in ticket #2.');
    expect(screen.queryByRole('button', { name: 'Not solved?' })).toBeNull();
    expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      message: 'Not there.',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it.each([
    ['ILLEGAL_MOVE', /^This ticket can’t be followed up any more/],
    ['CONFLICT', /^This ticket can’t be followed up any more/],
    ['ATTACHMENT_GONE', /^A picture waited too long/],
    ['INTERNAL', /Please try again/],
  ])('says why it is refused, and keeps the words: %s', async (code, said) => {
    mockServer({
      'GET /api/support-tickets': () => fakeResponse([ticket({ ...ENDED, endedAt: daysAgo(1) })]),
      'POST /api/support-tickets/1/follow-up': () => problemResponse(409, code, 'No'),
    });
    const { toasts } = await renderPage(<OwnTicketsTab />);
    await userEvent.click(await screen.findByRole('button', { name: 'Not solved?' }));
    await userEvent.type(screen.getByLabelText('What is still missing?'), 'Not there.');
    await userEvent.click(screen.getByRole('button', { name: 'Send follow-up' }));
    await waitFor(() => expect(toasts.at(-1)?.description).toEqual(expect.stringMatching(said)));
    expect(screen.getByLabelText('What is still missing?')).toHaveProperty('value', 'Not there.');
  });

  it('takes over the words that were typed when staff answered, and the focus', async () => {
    let now = ticket();
    mockServer({ 'GET /api/support-tickets': () => fakeResponse([now]) });
    const { client } = await renderPage(<OwnTicketsTab />);
    await userEvent.click(await screen.findByRole('button', { name: 'Write a message' }));
    const field = screen.getByLabelText('Your message');
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, 'I am at spawn.');
    now = ticket({ ...ENDED, endedAt: daysAgo(0), version: 2 });
    await client.invalidateQueries();
    const next = await screen.findByLabelText('What is still missing?');
    expect(next).toHaveProperty('value', 'I am at spawn.');
    expect(document.activeElement).toBe(next);
    await userEvent.clear(next);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Not solved?' }));
  });

  it('leaves the words that were typed when staff closed the ticket without an answer', async () => {
    let now = ticket();
    mockServer({ 'GET /api/support-tickets': () => fakeResponse([now]) });
    const { client } = await renderPage(<OwnTicketsTab />);
    await userEvent.click(await screen.findByRole('button', { name: 'Write a message' }));
    await userEvent.type(screen.getByLabelText('Your message'), 'I am at spawn.');
    now = ticket({ status: 'closed', endedAt: daysAgo(0), version: 2 });
    await client.invalidateQueries();
    await screen.findByText(/^Closed without an answer/);
    const kept = screen.getByLabelText('Not sent');
    expect(kept).toHaveProperty('value', 'I am at spawn.');
    expect(kept).toHaveProperty('readOnly', true);
    expect(screen.getByRole('link', { name: 'Put it into a new ticket' }).getAttribute('href')).toBe(
      '/support',
    );
  });

  it('is not offered 14 days after the answer', async () => {
    mockServer({
      'GET /api/support-tickets': () => fakeResponse([ticket({ ...ENDED, endedAt: daysAgo(15) })]),
    });
    await renderPage(<OwnTicketsTab />);
    await screen.findByText('It waits at spawn.');
    expect(screen.queryByRole('button', { name: 'Not solved?' })).toBeNull();
  });

  it('shows on request what came before', async () => {
    const { email: _, ...before }: LinkedTicket & { email: string } = ticket({
      ...ENDED,
      endedAt: daysAgo(1),
      followedBy: 2,
    });
    mockServer({
      'GET /api/support-tickets': () => fakeResponse([ticket({ id: 2, message: 'Still.', follows: 1 })]),
      'GET /api/support-tickets/2/earlier': () => fakeResponse([{ ...before, conversation: [] }]),
    });
    await renderPage(<OwnTicketsTab />);
    await userEvent.click(await screen.findByRole('button', { name: 'What came before (ticket #1)' }));
    await screen.findByText('It waits at spawn.');
    screen.getByText(/Nobody came/);
  });
});
