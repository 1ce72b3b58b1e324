import { describe, expect, it } from '@jest/globals';
import type { LinkedTicket } from '@pax/contracts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
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
