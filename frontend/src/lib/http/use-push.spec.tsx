import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { MailLanguage } from '@pax/contracts';
import { waitFor } from '@testing-library/react';
import { fakeResponse } from '../../test/fake-response';
import { mockServer } from '../../test/mock-server';
import { renderPage } from '../../test/render-page';
import { user } from '../../test/user';
import { useKeepPushLanguage } from './use-push';

const SUBSCRIPTION = { endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } };

beforeEach(() => {
  const pushManager = { getSubscription: () => Promise.resolve({ toJSON: () => SUBSCRIPTION }) };
  const worker = { getRegistration: () => Promise.resolve({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  Object.assign(window, { PushManager: class {}, Notification: { permission: 'granted' } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
});

function Keeper({ language }: { readonly language: MailLanguage }) {
  useKeepPushLanguage(language);
  return null;
}

const keep = async (push: object, language: MailLanguage) => {
  const calls = mockServer({
    'GET /api/auth/me': () => fakeResponse(user()),
    'GET /api/account/push': () => fakeResponse({ publicKey: 'key', ...push }),
    'PUT /api/account/push': () => fakeResponse({ success: true }),
  });
  await renderPage(<Keeper language={language} />);
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('GET /api/account/push'));
  return calls;
};

it('has push messages written in the language that was switched to, once (OWN-1379)', async () => {
  const calls = await keep({ isOn: true, language: 'en' }, 'de');
  await waitFor(() =>
    expect(calls.slice(2)).toEqual([
      { call: 'PUT /api/account/push', body: { ...SUBSCRIPTION, language: 'de' } },
    ]),
  );
});

it.each([
  ['is on in this language', { isOn: true, language: 'de' }],
  ['is off', { isOn: false }],
])('changes nothing where push %s', async (_case, push) => {
  const calls = await keep(push, 'de');
  expect(calls).toHaveLength(2);
});
