import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { ReceiptMailCard } from './receipt-mail-card';

const CALL = '/api/account/receipt-mail';
const state = (email: string | null, isOffered = true) => ({
  isOffered,
  email,
  language: email === null ? null : 'en',
});

describe('the address for receipts (OWN-506)', () => {
  it('is saved with the language of the page, and taken out again', async () => {
    const calls = mockServer({
      [`GET ${CALL}`]: () => fakeResponse(state(null)),
      [`PUT ${CALL}`]: (body) =>
        fakeResponse(state(JSON.stringify(body).includes('nova') ? 'nova@mail.example' : null)),
    });
    const { toasts } = await renderPage(<ReceiptMailCard />);
    const field = await screen.findByRole('textbox', { name: /^E-mail/ });
    await userEvent.type(field, 'nova@mail');
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
    await screen.findByText('Enter one e-mail address, such as name@example.com');
    await userEvent.type(field, '.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Mail goes to this address']));
    await userEvent.clear(await screen.findByRole('textbox', { name: /^E-mail/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
    await waitFor(() => expect(toasts.map(({ title }) => title).at(-1)).toBe('Address removed'));
    expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
      { email: 'nova@mail.example', language: 'en' },
      { email: '', language: 'en' },
    ]);
  });

  it('is not asked for by a shop that sends no mail', async () => {
    const calls = mockServer({ [`GET ${CALL}`]: () => fakeResponse(state(null, false)) });
    await renderPage(<ReceiptMailCard />);
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain(`GET ${CALL}`));
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
