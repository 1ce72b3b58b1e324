import type { ServerInfoAnswer } from '@pax/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { INTRO_KEY, IntroBanner, INTRO_SEEN_MS } from './intro-banner';
import { serverInfo } from '../../test/server-info';

const root = document.documentElement;
const band = () => screen.getByRole('complementary', { name: 'First visit', hidden: true });

async function open(delivery?: ServerInfoAnswer['delivery']) {
  mockServer({
    'GET /api/auth/me': () => problemResponse(401, 'UNAUTHENTICATED', 'no'),
    'GET /api/discord/server-info': () => fakeResponse(serverInfo({ inviteLink: '', delivery })),
  });
  return await renderPage(<IntroBanner />);
}

describe('the first visit', () => {
  beforeEach(() => {
    localStorage.clear();
    root.dataset['intro'] = '';
  });
  afterEach(() => {
    jest.useRealTimers();
    delete root.dataset['intro'];
  });

  it('sees what the shop is, the operator’s delivery times, and what is live', async () => {
    await open({ coinsMinutes: 15, otherHours: 12 });
    await within(band()).findByText('In game: coins 15 min, rest 12 h');
    const facts = within(band()).getAllByRole('listitem', { hidden: true });
    expect(facts.map(({ textContent }) => textContent)).toEqual([
      'A market for your game server',
      'In game: coins 15 min, rest 12 h',
      'Stock and your orders, live',
    ]);
  });

  it('does not see it again after dismissing it', async () => {
    await open();
    await userEvent.click(within(band()).getByRole('button', { hidden: true }));
    expect(root.dataset['intro']).toBeUndefined();
    expect(localStorage.getItem(INTRO_KEY)).not.toBeNull();
  });

  it('has seen it after ten seconds, and it stays visible', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    await open();
    act(() => jest.advanceTimersByTime(INTRO_SEEN_MS - 1));
    expect(localStorage.getItem(INTRO_KEY)).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(localStorage.getItem(INTRO_KEY)).not.toBeNull();
    expect(root.dataset['intro']).toBe('');
  });

  it('is dismissed all the same where nothing can be kept', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await open();
    await userEvent.click(within(band()).getByRole('button', { hidden: true }));
    expect(root.dataset['intro']).toBeUndefined();
    jest.restoreAllMocks();
  });
});
