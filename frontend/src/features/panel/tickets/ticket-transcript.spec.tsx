import { describe, expect, it, jest } from '@jest/globals';
import type { TicketTranscript as Transcript } from '@pax/contracts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { ticket } from '../../../test/ticket';

const at = (minute: number) => `2025-11-03T20:${minute}:00.000Z`;
const transcript: Transcript = {
  ticket: ticket({ id: 12, status: 'resolved', response: 'It waits.', endedAt: at(40), notes: 1 }),
  lines: [
    { kind: 'message', author: 'Jürgen', text: 'Nobody came.', at: at(15), isInside: false },
    { kind: 'note', author: 'operator', text: 'asked the courier', at: at(20), isInside: true },
    { kind: 'thread', author: 'mara', text: 'I go', at: at(30), isInside: true },
    { kind: 'response', author: null, text: 'It waits.', at: at(40), isInside: false },
  ],
};
const open = (given: () => Response) =>
  openPanel({ 'GET /api/admin/support-tickets/12/transcript': given }, '/admin?transcript=12');

describe('the transcript of a ticket (OWN-746)', () => {
  it('shows all that was written in its order, and marks what is inside', async () => {
    await open(() => fakeResponse(transcript));
    const paper = within(await screen.findByRole('article', { name: 'Verlauf von Ticket #12' }));
    const lines = paper.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^Besucher \(nicht angemeldet\) · .*Nobody came\.$/),
      expect.stringMatching(/^operator · .* · internasked the courier$/),
      expect.stringMatching(/^mara · .* · intern, aus DiscordI go$/),
      expect.stringMatching(/^Pax Market · .*It waits\.$/),
    ]);
    expect(lines[0]).not.toContain('intern');
  });

  it('says who wrote it as the shop knows it, apart from the typed name (OWN-1340)', async () => {
    const claimed = { username: 'rival', userId: 8, namedOrders: [{ id: 17, isOwn: false }] };
    await open(() => fakeResponse({ ...transcript, ticket: { ...transcript.ticket, ...claimed } }));
    const paper = await screen.findByRole('article');
    within(paper).getByText(/Angegebener Name: Jürgen/);
    within(paper).getByText('#17 (nicht von diesem Konto)');
    expect(within(paper).getAllByRole('listitem')[0]?.textContent).toMatch(/^Konto rival · /);
  });

  it('names nobody whose account is deleted, and has no paper for a ticket that went with it', async () => {
    const [, note, line] = transcript.lines;
    if (!note || !line) throw new Error('no lines');
    await open(() => fakeResponse({ ...transcript, lines: [note, { ...line, author: '' }] }));
    const paper = within(await screen.findByRole('article'));
    expect(paper.getAllByRole('listitem')[1]?.textContent).toMatch(/^gelöschtes Konto · /);
  });

  it('is none of a ticket that was deleted with its account', async () => {
    await open(() => fakeResponse({ ticket: { ...transcript.ticket, name: '', subject: '' }, lines: [] }));
    await screen.findByText('Was hier stand, wurde mit dem Konto gelöscht.');
    expect(screen.queryByRole('button', { name: 'Drucken oder als PDF sichern' })).toBeNull();
  });

  it('prints itself', async () => {
    const print = jest.fn();
    globalThis.print = print;
    await open(() => fakeResponse(transcript));
    await userEvent.click(await screen.findByRole('button', { name: 'Drucken oder als PDF sichern' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('says so where there is none', async () => {
    await open(() => problemResponse(404, 'NOT_FOUND', 'There is no such ticket.'));
    await screen.findByText('Kein Verlauf');
    screen.getByRole('link', { name: 'Zu den Tickets' });
  });

  it('says to staff which right it takes', async () => {
    await open(() => problemResponse(403, 'FORBIDDEN', 'Not for you.'));
    await screen.findByText('Dafür brauchst du das Recht für Tickets.');
  });
});
