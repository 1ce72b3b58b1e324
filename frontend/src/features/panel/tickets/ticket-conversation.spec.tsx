import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RoomMessage } from '@pax/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { deliverToModule } from '../../../lib/realtime/live-module';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { mockUploads, pictureFile } from '../../../test/mock-uploads';
import { openPanel } from '../../../test/open-panel';
import { ticket } from '../../../test/ticket';
import { adminLive } from '../layout/panel-tabs';

// The tab is loaded when it is opened, which a cold start would wait for.
beforeAll(async () => {
  await import('./tickets-tab');
});

describe('the conversation of a ticket in the panel (OWN-1450)', () => {
  it('takes a message in the same box, which changes no status, and shows the conversation in order', async () => {
    let messages: object[] = [];
    const written = (id: number, side: string, text: string) => ({
      id,
      side,
      text,
      pictures: [],
      author: side === 'staff' ? 'mira' : null,
      createdAt: '2025-11-04T08:00:00.000Z',
    });
    const { calls, client } = await openPanel(
      {
        'GET /api/admin/support-tickets': () => fakeResponse([ticket({ id: 4, priority: 'urgent' })]),
        'GET /api/admin/support-tickets/4': () =>
          fakeResponse(
            ticket({ id: 4, priority: 'urgent', messages: messages.length, version: 1 + messages.length }),
          ),
        'GET /api/support-tickets/4/messages': () => fakeResponse(messages.toReversed()),
        'POST /api/support-tickets/4/messages': () => {
          messages = [written(1, 'staff', 'Which name?')];
          return fakeResponse(messages[0], { status: 201 });
        },
      },
      '/admin?tab=tickets',
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Ticket #4 öffnen/ }));
    const sheet = await screen.findByRole('dialog');
    await userEvent.click(within(sheet).getByRole('button', { name: 'Antworten' }));
    const box = within(sheet).getByRole('textbox', { name: 'Antwort' });
    const send = within(sheet).getByRole('button', { name: 'Als Nachricht' });
    expect(send.hasAttribute('disabled')).toBe(true);
    await userEvent.click(box);
    await userEvent.paste('x'.repeat(2_001));
    expect(send.hasAttribute('disabled')).toBe(true);
    await userEvent.clear(box);
    await userEvent.type(box, 'Which name?');
    await userEvent.click(send);
    await within(sheet).findByText('Which name?', { selector: 'article p' });
    expect(box).toHaveProperty('value', '');
    expect(calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)).toEqual([
      { text: 'Which name?', requestId: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
    messages = [...messages, written(2, 'sender', 'nova_mc')];
    const data = ticket({
      id: 4,
      priority: 'urgent',
      messages: 2,
      recency: 9,
      lastMessage: { side: 'sender', at: '2025-11-04T09:00:00.000Z' },
      version: 3,
    });
    const live: RoomMessage = {
      id: 'e',
      type: 'ticket.messaged',
      occurredAt: data.createdAt,
      version: data.version,
      data,
      room: 'admin',
      seq: 1,
    };
    act(() => deliverToModule(adminLive, live, client));
    await within(sheet).findByText('nova_mc');
    expect(sheet.textContent).toMatch(/Nobody came\..*Which name\?.*mira.*nova_mc/s);
    const row = document.querySelector<HTMLElement>('[data-row="4"]');
    expect(row?.textContent).toContain('Neue Nachricht');
    expect(row?.dataset['fresh']).toBe('');
  });

  it('takes pictures with a message only, pasted or dropped, and uploads those again that waited too long (OWN-529)', async () => {
    const uploads = mockUploads();
    let refusals = 1;
    const { calls } = await openPanel(
      {
        'GET /api/admin/support-tickets': () => fakeResponse([ticket({ id: 4 })]),
        'GET /api/admin/support-tickets/4': () => fakeResponse(ticket({ id: 4 })),
        'POST /api/support-tickets/4/messages': () => {
          refusals -= 1;
          if (refusals >= 0) return problemResponse(409, 'ATTACHMENT_GONE', 'Gone.');
          return fakeResponse(
            {
              id: 1,
              side: 'staff',
              text: 'So sieht es aus.',
              pictures: [],
              author: 'mira',
              createdAt: '2025-11-04T08:00:00.000Z',
            },
            { status: 201 },
          );
        },
      },
      '/admin?tab=tickets',
    );
    await userEvent.click(await screen.findByRole('button', { name: /^Ticket #4 öffnen/ }));
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.click(sheet.getByRole('button', { name: 'Antworten' }));
    await userEvent.type(sheet.getByRole('textbox', { name: 'Antwort' }), 'So sieht es aus.');
    fireEvent.paste(sheet.getByRole('textbox', { name: 'Antwort' }), {
      clipboardData: { files: [pictureFile('spot.png')], types: ['Files'] },
    });
    fireEvent.drop(sheet.getByRole('group', { name: 'Bilder' }), {
      dataTransfer: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })], types: ['Files'] },
    });
    expect(sheet.getByRole('alert').textContent).toBe('Nur Bilder als PNG, JPEG oder WebP.');
    expect(sheet.getByRole('button', { name: 'Senden und erledigen' }).hasAttribute('disabled')).toBe(true);
    const send = sheet.getByRole('button', { name: 'Als Nachricht' });
    await userEvent.click(send);
    act(() => uploads[0]?.answer(201, { attachment: 'a'.repeat(22) }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    act(() => uploads[1]?.answer(201, { attachment: 'b'.repeat(22) }));
    await userEvent.click(send);
    await waitFor(() => expect(sheet.queryByText('spot.png')).toBeNull());
    const sent = calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
    expect(sent).toMatchObject([{ attachments: ['a'.repeat(22)] }, { attachments: ['b'.repeat(22)] }]);
  });
});
