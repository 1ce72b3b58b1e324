import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { RoomMessage, Ticket } from '@pax/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { deliverToModule } from '../../lib/realtime/live-module';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { ticket } from '../../test/ticket';
import { OwnTicketsTab } from './own-tickets-tab';
import { ownTicketsLive } from './own-tickets-live';
import { TicketPage } from './ticket-page';

const TOKEN = 'q7Zk2mX9-bTn4VwLr0_Hcd';
const ANSWERED = {
  status: 'resolved',
  response: 'It waits at spawn.',
  endedAt: '2025-11-04T09:00:00.000Z',
  version: 2,
} as const;

describe('the own tickets', () => {
  it('stand on the account page, and an answer arrives live and is told (OWN-162, OWN-526)', async () => {
    mockServer({
      'GET /api/support-tickets': () => fakeResponse([ticket({ id: 2 }), ticket({ ...ANSWERED })]),
    });
    const { client, toasts } = await renderPage(<OwnTicketsTab />);
    const cards = await screen.findAllByRole('article');
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Open.*We answer within 1-24 hours/s),
      expect.stringMatching(/Answered.*It waits at spawn\./s),
    ]);
    const data: Ticket = ticket({ id: 2, ...ANSWERED, response: 'Just now.' });
    const message: RoomMessage = {
      room: 'user:7',
      seq: 1,
      id: 'e',
      type: 'ticket.answered',
      occurredAt: data.createdAt,
      version: 2,
      data,
    };
    act(() => deliverToModule(ownTicketsLive, message, client));
    await screen.findByText('Just now.');
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Support answered you'));
    expect(toasts.at(-1)?.description).toContain('Elytra did not arrive');
  });

  it('say that there are none, and that they could not be loaded', async () => {
    let failing = false;
    mockServer({
      'GET /api/support-tickets': () =>
        failing ? problemResponse(400, 'VALIDATION', 'no') : fakeResponse([]),
    });
    await renderPage(<OwnTicketsTab />);
    await screen.findByText('No tickets yet');
    failing = true;
    cleanup();
    await renderPage(<OwnTicketsTab />);
    await screen.findByText('Your tickets could not be loaded.');
  });
});

describe('messages of a ticket (OWN-1450)', () => {
  const message = (id: number, changes: object = {}) => ({
    id,
    side: 'staff',
    text: `Text ${id}`,
    pictures: [],
    author: null,
    createdAt: '2025-11-04T08:00:00.000Z',
    ...changes,
  });

  it('stand between question and answer, oldest first, and new ones arrive live and are told', async () => {
    let messages = [message(5)];
    mockServer({
      'GET /api/support-tickets': () => fakeResponse([ticket({ messages: 1 })]),
      'GET /api/support-tickets/1/messages': () => fakeResponse(messages),
    });
    const { client, toasts } = await renderPage(<OwnTicketsTab />);
    await screen.findByText('Text 5');
    messages = [message(6), ...messages];
    const data: Ticket = ticket({
      messages: 2,
      version: 3,
      lastMessage: { side: 'staff', at: '2025-11-04T09:00:00.000Z' },
    });
    const live: RoomMessage = {
      room: 'user:7',
      seq: 1,
      id: 'e',
      type: 'ticket.messaged',
      occurredAt: data.createdAt,
      version: 3,
      data,
    };
    act(() => deliverToModule(ownTicketsLive, live, client));
    await screen.findByText('Text 6');
    expect(screen.getByRole('article').textContent).toMatch(
      /Nobody came\..*Text 5.*Text 6.*wait for your message/s,
    );
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Support wrote to you'));
  });

  it('keep what was typed when they are refused, and repeat a lost one under its request', async () => {
    const answers = [
      () => problemResponse(429, 'RATE_LIMITED', 'no'),
      () => fakeResponse(message(7, { side: 'sender', text: 'Here.' }), { status: 201 }),
    ];
    const calls = mockServer({
      [`GET /api/support-tickets/by-token/${TOKEN}`]: () =>
        fakeResponse(ticket({ messages: answers.length > 0 ? 0 : 1 })),
      [`GET /api/support-tickets/by-token/${TOKEN}/messages`]: () =>
        fakeResponse([message(7, { side: 'sender', text: 'Here.' })]),
      [`POST /api/support-tickets/by-token/${TOKEN}/messages`]: () => answers.shift()?.() ?? fakeResponse(),
    });
    const { toasts } = await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    const field = await screen.findByLabelText('Your message');
    await userEvent.type(field, 'Here.');
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
    await waitFor(() => expect(toasts.at(-1)?.description).toMatch(/^Twenty messages/));
    expect(field).toHaveProperty('value', 'Here.');
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
    await screen.findByText('Here.', { selector: 'p' });
    expect(field).toHaveProperty('value', '');
    const sent = calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => JSON.stringify(body));
    expect(sent).toEqual([expect.stringContaining('requestId'), sent[0]]);
  });
});

describe('the page of a secret link (OWN-162)', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('shows the ticket, and its answer without a reload (OWN-171)', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { email, ...open } = ticket();
    let shown: object = open;
    const calls = mockServer({ [`GET /api/support-tickets/by-token/${TOKEN}`]: () => fakeResponse(shown) });
    await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    await screen.findByText(/Nobody came\./);
    expect(document.body.textContent).not.toContain(email);
    // The page's own heading is the one above it.
    screen.getByRole('heading', { level: 2, name: open.subject });
    shown = { ...open, ...ANSWERED };
    act(() => jest.advanceTimersByTime(11_000));
    await screen.findByText('It waits at spawn.');
    const asked = calls.length;
    act(() => jest.advanceTimersByTime(60_000));
    expect(calls).toHaveLength(asked);
  });

  it.each([
    ['open', true],
    ['in_progress', true],
    ['resolved', false],
    ['closed', false],
  ] as const)('asks for news of a ticket that is %s: %s (OWN-162)', async (status, asksAgain) => {
    jest.useFakeTimers({ advanceTimers: true });
    const { email: _, ...shown } = ticket({ status, endedAt: asksAgain ? null : ANSWERED.endedAt });
    const calls = mockServer({ [`GET /api/support-tickets/by-token/${TOKEN}`]: () => fakeResponse(shown) });
    await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    await screen.findByText(/Nobody came\./);
    const asked = calls.length;
    await act(async () => await jest.advanceTimersByTimeAsync(11_000));
    expect(calls.length > asked).toBe(asksAgain);
  });

  it('says where a link leads nowhere, and asks nothing for what can be no token', async () => {
    const calls = mockServer({});
    await renderPage(<TicketPage />, '/support-ticket#short');
    await screen.findByText('No ticket here');
    expect(calls.filter(({ call }) => call.includes('by-token'))).toEqual([]);
  });

  it('tells an unknown ticket from a server that does not answer', async () => {
    const answers = [problemResponse(404, 'NOT_FOUND', 'no'), problemResponse(503, 'UNAVAILABLE', 'no')];
    mockServer({
      [`GET /api/support-tickets/by-token/${TOKEN}`]: () =>
        answers.shift() ?? fakeResponse('', { status: 500 }),
    });
    await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    await screen.findByText('No ticket here');
    cleanup();
    await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    await screen.findByText('Your ticket could not be loaded.');
  });
});

describe('the rating of an answer (OWN-557)', () => {
  const pressed = (): string[] =>
    screen.getAllByRole('button', { pressed: true }).map((star) => star.getAttribute('aria-label') ?? '');

  it('is one of five stars below it, and another star replaces it', async () => {
    const answered = ticket({ id: 7, ...ANSWERED });
    const calls = mockServer({
      'GET /api/support-tickets': () => fakeResponse([answered, ticket({ id: 6 })]),
      'PUT /api/account/tickets/7/rating': () => fakeResponse({ ...answered, rating: 3, version: 3 }),
    });
    await renderPage(<OwnTicketsTab />);
    const group = await screen.findByRole('group', { name: 'How was our answer?' });
    expect(group.querySelectorAll('button')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: '3 stars' }));
    await screen.findByText('Thank you for your rating');
    expect(pressed()).toEqual(['3 stars']);
    await userEvent.click(screen.getByRole('button', { name: '3 stars' }));
    expect(calls.filter(({ call }) => call.endsWith('/rating')).map(({ body }) => body)).toEqual([
      { rating: 3 },
    ]);
  });

  it('is given on the page of a secret link too, and says where it was not saved', async () => {
    const { email: _, ...linked } = ticket(ANSWERED);
    const answers = [problemResponse(503, 'UNAVAILABLE', 'no'), fakeResponse({ ...linked, rating: 1 })];
    const calls = mockServer({
      [`GET /api/support-tickets/by-token/${TOKEN}`]: () => fakeResponse(linked),
      [`PUT /api/support-tickets/by-token/${TOKEN}/rating`]: () =>
        answers.shift() ?? fakeResponse('', { status: 500 }),
    });
    const { toasts } = await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    await userEvent.click(await screen.findByRole('button', { name: '1 star' }));
    await waitFor(() => expect(toasts.at(-1)?.title).toBe('Your rating was not saved. Please try again.'));
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 star' }));
    await screen.findByText('Thank you for your rating');
    expect(pressed()).toEqual(['1 star']);
    expect(calls.filter(({ call }) => call.startsWith('PUT'))).toHaveLength(2);
  });
});

describe('the pictures of a ticket (OWN-529)', () => {
  const FILES = ['a', 'b'].map((letter) => `${letter.repeat(64)}.webp`);
  const attachments = FILES.map((file) => ({ file, width: 1920, height: 1080 }));
  const sources = (root: ParentNode = document) =>
    [...root.querySelectorAll('img')].map((img) => img.getAttribute('src'));

  it('stand under the message, and open large', async () => {
    mockServer({ 'GET /api/support-tickets': () => fakeResponse([ticket({ id: 7, attachments })]) });
    await renderPage(<OwnTicketsTab />);
    await screen.findByRole('article');
    expect(sources()).toEqual(FILES.map((file) => `/api/support-tickets/7/attachments/${file}`));
    await userEvent.click(screen.getByRole('button', { name: 'Picture 2 of 2' }));
    const large = await screen.findByRole('dialog', { name: 'Picture 2 of 2' });
    expect(sources(large)).toEqual([`/api/support-tickets/7/attachments/${FILES[1]}`]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are read by the token on the page of a secret link', async () => {
    const { email: _, ...linked } = ticket({ attachments });
    mockServer({ [`GET /api/support-tickets/by-token/${TOKEN}`]: () => fakeResponse(linked) });
    await renderPage(<TicketPage />, `/support-ticket#${TOKEN}`);
    await screen.findByRole('article');
    expect(sources()).toEqual(
      FILES.map((file) => `/api/support-tickets/by-token/${TOKEN}/attachments/${file}`),
    );
  });
});
