import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { DirectMessagesCheckbox } from './discord-card';

const open = async (reply: () => Response | Promise<Response>) => {
  const calls = mockServer({
    'GET /api/account/direct-messages': () => fakeResponse({ isLinked: true, isEnabled: true }),
    'PATCH /api/account/direct-messages': reply,
  });
  const page = await renderPage(<DirectMessagesCheckbox />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Direct messages about my orders',
  });
  return { ...page, calls, box };
};

describe('the switch for direct messages (OWN-622)', () => {
  it('shows what is kept, and saves the other', async () => {
    const { box, calls, toasts } = await open(() => fakeResponse({ isLinked: true, isEnabled: false }));
    expect(box.checked).toBe(true);
    await userEvent.click(box);
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Direct messages are off']));
    expect(calls.at(-1)).toEqual({ call: 'PATCH /api/account/direct-messages', body: { isEnabled: false } });
    expect(box.checked).toBe(false);
  });

  it('goes back where saving failed, and says why', async () => {
    const { box, toasts } = await open(() => problemResponse(429, 'RATE_LIMITED', 'Too many changes.'));
    await userEvent.click(box);
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: 'Direct messages not changed', description: 'Too many changes.', kind: 'error' },
      ]),
    );
    await waitFor(() => expect(box.checked).toBe(true));
  });

  it('saves once while it is on its way', async () => {
    const { box, calls } = await open(() => new Promise<Response>(() => undefined));
    await userEvent.dblClick(box);
    expect(calls.filter(({ call }) => call.startsWith('PATCH'))).toHaveLength(1);
  });
});
