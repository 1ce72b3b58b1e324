import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { serverInfo } from '../../test/server-info';
import { profile } from '../../test/user';
import { DiscordCard } from './discord-card';

const SERVER_INFO = 'GET /api/discord/server-info';
const LABEL = 'Show my name in posts about purchases';

const open = async (reply: () => Response | Promise<Response>) => {
  const calls = mockServer({
    [SERVER_INFO]: () => fakeResponse(serverInfo({ postsPurchases: true })),
    'GET /api/account/password': () => fakeResponse({ hasPassword: true }),
    'PUT /api/account/profile': reply,
  });
  const page = await renderPage(<DiscordCard profile={profile()}>no id</DiscordCard>);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: LABEL });
  return { ...page, calls, box };
};

describe('the switch for the name in posts about purchases (OWN-1515)', () => {
  it('is off, and saves nothing but itself', async () => {
    const { box, calls, toasts } = await open(() => fakeResponse(profile({ namedInPurchases: true })));
    expect(box.checked).toBe(false);
    await userEvent.click(box);
    await waitFor(() =>
      expect(toasts.map(({ title }) => title)).toEqual(['Your name is shown from your next purchase on']),
    );
    expect(calls.filter(({ call }) => call.startsWith('PUT'))).toEqual([
      { call: 'PUT /api/account/profile', body: { namedInPurchases: true } },
    ]);
  });

  it('goes back where saving failed, and says why', async () => {
    const { box, toasts } = await open(() => problemResponse(429, 'RATE_LIMITED', 'Too many changes.'));
    await userEvent.click(box);
    await waitFor(() =>
      expect(toasts).toEqual([{ title: 'Not saved', description: 'Too many changes.', kind: 'error' }]),
    );
    await waitFor(() => expect(box.checked).toBe(false));
  });

  it('is absent where no channel tells of purchases, but for who agreed before', async () => {
    mockServer({
      [SERVER_INFO]: () => fakeResponse(serverInfo()),
      'GET /api/account/password': () => fakeResponse({ hasPassword: true }),
    });
    await renderPage(
      <>
        <DiscordCard profile={profile()}>no id</DiscordCard>
        <DiscordCard profile={profile({ namedInPurchases: true })}>no id</DiscordCard>
      </>,
    );
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: LABEL });
    expect(boxes.map(({ checked }) => checked)).toEqual([true]);
  });
});
