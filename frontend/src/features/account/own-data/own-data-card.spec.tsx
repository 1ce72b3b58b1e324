import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OwnDataAnswer } from '@pax/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockObjectUrls } from '../../../test/mock-uploads';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { OwnDataCard } from './own-data-card';

const STATE = '/api/account/own-data';
const later = (ms: number): string => new Date(Date.now() + ms).toISOString();
const state = (changes: Partial<OwnDataAnswer> = {}): OwnDataAnswer => ({
  hasPassword: true,
  provenUntil: later(300_000),
  deletion: null,
  obstacles: [],
  ...changes,
});

const waiting = { askedAt: later(0), dueAt: later(7 * 86_400_000) };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('a copy of the own data (OWN-581)', () => {
  let saved: string[];
  beforeEach(() => {
    saved = [];
    mockObjectUrls();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
  });

  it('is downloaded at once by who has just signed in', async () => {
    mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state()),
      'GET /api/account/export': () =>
        fakeResponse('{}', { headers: { 'content-type': 'application/json' } }),
    });
    const { toasts } = await renderPage(<OwnDataCard username="nova" />);
    await press('Download my data');
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Your copy is downloaded']));
    expect(saved).toEqual(['my-shop-data.json']);
  });

  it('asks who signed in longer ago for the password first, and says which is wrong', async () => {
    let isProven = false;
    const calls = mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state({ provenUntil: isProven ? later(300_000) : null })),
      'POST /api/account/proof': (body) => {
        isProven = JSON.stringify(body).includes('right');
        return isProven ? fakeResponse(state()) : problemResponse(403, 'CURRENT_PASSWORD_WRONG', 'Wrong.');
      },
      'GET /api/account/export': () => fakeResponse('{}'),
    });
    const { toasts } = await renderPage(<OwnDataCard username="nova" />);
    await press('Download my data');
    const asked = await dialog('Is it you?');
    await press('Continue');
    expect(await within(asked).findByText('Enter your current password')).not.toBeNull();
    const field = within(asked).getByLabelText('Current password');
    await userEvent.type(field, 'guess');
    await press('Continue');
    expect(await within(asked).findByText('The current password is wrong.')).not.toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, 'the right one');
    await press('Continue');
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Your copy is downloaded']));
    expect(calls.filter(({ call }) => call.endsWith('/export'))).toHaveLength(1);
  });

  it('sends who has no password to Discord, and back to the card', async () => {
    mockServer({ [`GET ${STATE}`]: () => fakeResponse(state({ hasPassword: false, provenUntil: null })) });
    await renderPage(<OwnDataCard username="nova" />);
    await press('Download my data');
    const link = within(await dialog('Is it you?')).getByRole('link', { name: 'Sign in with Discord' });
    const next = new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('next');
    expect(next).toBe('/account?tab=security#own-data');
  });

  it('says that there is one a day', async () => {
    mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state()),
      'GET /api/account/export': () => problemResponse(429, 'RATE_LIMITED', 'Too many tries.'),
    });
    const { toasts } = await renderPage(<OwnDataCard username="nova" />);
    await press('Download my data');
    await waitFor(() =>
      expect(toasts.map(({ description }) => description)).toEqual([
        expect.stringContaining('One copy a day'),
      ]),
    );
  });
});

describe('the end of the account (OWN-581)', () => {
  it('is asked for in a second step, waits, and is taken back', async () => {
    let deletion: OwnDataAnswer['deletion'] = null;
    const calls = mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state({ deletion })),
      'DELETE /api/account': () => {
        deletion = waiting;
        return fakeResponse(state({ deletion }));
      },
      'POST /api/account/keep': () => {
        deletion = null;
        return fakeResponse(state());
      },
    });
    await renderPage(<OwnDataCard username="nova" />);
    await press('Delete my account');
    await dialog('Delete your account?');
    await press('Keep my account');
    expect(calls.map(({ call }) => call)).not.toContain('DELETE /api/account');
    await press('Delete my account');
    await press('Delete in 7 days');
    await screen.findByText(/^Your account will be deleted on /);
    await press('Keep my account');
    await screen.findByRole('button', { name: 'Delete my account' });
    expect(calls.map(({ call }) => call)).toContain('POST /api/account/keep');
  });

  it('says what stands against it, and offers nothing until then', async () => {
    mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state({ obstacles: ['open_order', 'negative_balance'] })),
    });
    await renderPage(<OwnDataCard username="nova" />);
    await screen.findByText('An order is not delivered yet.');
    await screen.findByText('A balance is below zero.');
    expect(screen.getByRole('button', { name: 'Delete my account' }).hasAttribute('disabled')).toBe(true);
  });

  it('says what puts off the one that waits', async () => {
    mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state({ deletion: waiting, obstacles: ['open_refund'] })),
    });
    await renderPage(<OwnDataCard username="nova" />);
    await screen.findByText('Put off until this is done:');
    await screen.findByText('Money is on its way back to you.');
  });

  it('shows why it was refused, and what the server says now', async () => {
    let obstacles: OwnDataAnswer['obstacles'] = [];
    mockServer({
      [`GET ${STATE}`]: () => fakeResponse(state({ obstacles })),
      'DELETE /api/account': () => {
        obstacles = ['open_checkout'];
        return problemResponse(409, 'DELETION_REFUSED', 'Something is still open or owed.', { obstacles });
      },
    });
    const { toasts } = await renderPage(<OwnDataCard username="nova" />);
    await press('Delete my account');
    await press('Delete in 7 days');
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['The deletion was not asked for']));
    await screen.findByText('A payment is open. Finish or cancel it.');
  });
});
