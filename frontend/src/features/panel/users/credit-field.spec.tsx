import { describe, expect, it } from '@jest/globals';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useLanguage } from '../../../i18n/language-store';
import { adminUser as person } from '../../../test/user';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { novasCreditField, openUsers, rows, twoUsers } from '../../../test/open-users';
import { renderUi } from '../../../test/render';
import { parseCredit } from '../shared/amount-parsers';
import { EditInPlace } from '../shared/edit-in-place';
import { usersLive } from './user-queries';

const setCredit = async (text: string) => {
  fireEvent.change(novasCreditField(), { target: { value: text } });
  await userEvent.type(novasCreditField(), '{Enter}');
};

describe('store credit', () => {
  it('is set where it stands, with the version that was seen (ADMIN-2.27, ADMIN-8.2, OWN-195)', async () => {
    const { sent, toasts } = await openUsers(twoUsers, {
      'PATCH /api/admin/users/9/store-credit': () =>
        fakeResponse(person(9, { username: 'nova', storeCredit: '12.50', creditVersion: 4, version: 5 })),
    });
    expect([novasCreditField().type, novasCreditField().inputMode]).toEqual(['text', 'decimal']);
    await userEvent.type(novasCreditField(), '{ArrowUp}');
    expect(novasCreditField().value).toBe('5.01');
    await setCredit('1.250');
    expect(novasCreditField().value).toBe('1.250');
    expect(sent()).toEqual([]);
    await setCredit('12,5');
    await waitFor(() => expect(novasCreditField().value).toBe('12.50'));
    expect(sent().map(({ body }) => body)).toEqual([{ amount: '12.50', version: 3 }]);
    expect(toasts).toEqual([{ title: 'Guthaben aktualisiert', description: 'nova', kind: 'success' }]);
  });

  it('stands whole beside the word that it was saved (ADMIN-2.27)', async () => {
    const Field = () => {
      const [value, setValue] = useState('5.00');
      const save = async (amount: string) => {
        setValue(amount);
        return 'saved' as const;
      };
      return (
        <EditInPlace label="credit" invalid="" read={parseCredit} version={1} value={value} onSave={save} />
      );
    };
    await renderUi(
      <CacheProvider value={createCache({ key: 'credit', container: document.head })}>
        <Field />
      </CacheProvider>,
    );
    const input = screen.getByLabelText<HTMLInputElement>('credit');
    fireEvent.change(input, { target: { value: '10.000,00' } });
    await userEvent.type(input, '{Enter}');
    await screen.findByText('gespeichert');
    const style = getComputedStyle(input);
    // The field has room for each of its characters, and does not shrink for the word.
    expect([input.value, style.getPropertyValue('--chars')]).toEqual(['10000.00', '8']);
    expect(style.flex).toBe('1 0 calc(var(--chars) * 1ch + 6px)');
  });

  it('keeps in pure German the point of the samples in its field, beside texts in German form', async () => {
    await openUsers();
    await act(() => useLanguage.getState().setLanguage('de'));
    await waitFor(() => expect(rows()[0]?.textContent).toContain('7,50\u00A0$'));
    expect(novasCreditField().value).toBe('5.00');
    await act(() => useLanguage.getState().setLanguage('mix'));
  });

  it('is left as it was by cancel and by Escape (ADMIN-2.27)', async () => {
    const { sent } = await openUsers();
    fireEvent.change(novasCreditField(), { target: { value: '12' } });
    const names = ['speichern', 'abbrechen'].map((word) => `Shop-Guthaben von nova: ${word}`);
    const [save, cancel] = names.map((name) => screen.getByRole('button', { name }));
    expect(save).toBeTruthy();
    await userEvent.click(cancel!);
    expect([novasCreditField().value, document.activeElement]).toEqual(['5.00', novasCreditField()]);
    await userEvent.type(novasCreditField(), '9{Escape}');
    expect(novasCreditField().value).toBe('5.00');
    expect(screen.queryByRole('button', { name: names[1]! })).toBeNull();
    expect(sent()).toEqual([]);
  });

  it.each(['', '-5', '1000000000'])('is not sent for %j (ADMIN-5.10)', async (text) => {
    const { sent } = await openUsers();
    await setCredit(text);
    expect(screen.getByText('Ein Betrag von 0 bis 10,000.')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('is taken down to nothing', async () => {
    const { sent } = await openUsers(twoUsers, {
      'PATCH /api/admin/users/9/store-credit': () =>
        fakeResponse(person(9, { storeCredit: '0.00', version: 5 })),
    });
    await setCredit('0');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ amount: '0.00', version: 3 }]));
  });

  it('shows what somebody else set beside what was typed, which replaces that when sent again (OWN-195)', async () => {
    const current = person(9, { username: 'nova', storeCredit: '8.00', creditVersion: 4, version: 5 });
    const stale = { type: 'about:blank', title: 'STALE', status: 409, code: 'STALE', message: 'x', current };
    const { sent } = await openUsers(twoUsers, {
      'PATCH /api/admin/users/9/store-credit': () => fakeResponse(stale, { status: 409 }),
    });
    await setCredit('12');
    expect(await screen.findByText('Inzwischen geändert, jetzt: $8.00')).toBeTruthy();
    expect(novasCreditField().value).toBe('12');
    await userEvent.type(novasCreditField(), '{Enter}');
    await waitFor(() => expect(sent()[1]?.body).toEqual({ amount: '12.00', version: 4 }));
  });

  it('is sent with the version that stood there when typing began (OWN-195)', async () => {
    const { client, sent } = await openUsers(twoUsers, {
      'PATCH /api/admin/users/9/store-credit': () => problemResponse(500, 'INTERNAL', 'no'),
    });
    fireEvent.change(novasCreditField(), { target: { value: '12' } });
    const data = person(9, { username: 'nova', storeCredit: '8.00', creditVersion: 4, version: 5 });
    const told = { room: 'admin', seq: 11, id: 'e', occurredAt: data.createdAt, version: 1 } as const;
    await act(async () => usersLive.handlers.user?.({ ...told, type: 'user.updated', data }, client));
    await screen.findByText('Inzwischen geändert, jetzt: $8.00');
    // Typing goes on, by whoever has not read it yet.
    await userEvent.type(novasCreditField(), '5{Enter}');
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ amount: '125.00', version: 3 }]));
  });

  it('that fails says so under the title Fehler (ADMIN-8.1)', async () => {
    const { toasts } = await openUsers(twoUsers, {
      'PATCH /api/admin/users/9/store-credit': () => problemResponse(500, 'INTERNAL', 'no'),
    });
    await setCredit('12');
    const description = 'Das Guthaben konnte nicht aktualisiert werden.';
    await waitFor(() => expect(toasts).toEqual([{ title: 'Fehler', description, kind: 'error' }]));
  });
});
