import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { PushOffer } from './push-offer';

const SUBSCRIPTION = {
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'a', auth: 'b' } }),
};
const registration = { pushManager: { subscribe: () => Promise.resolve(SUBSCRIPTION) } };

beforeEach(() => {
  const worker = { register: () => Promise.resolve(registration), ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  const Notification = { permission: 'default', requestPermission: () => Promise.resolve('granted') };
  Object.assign(window, { PushManager: class {}, Notification });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
});

it('keeps the focus on what became of the offer, once its button is gone, and takes none before', async () => {
  mockServer({
    'GET /api/account/push': () => fakeResponse({ publicKey: 'key', isOn: false }),
    'PUT /api/account/push': () => fakeResponse({ success: true }),
  });
  await renderPage(<PushOffer />);
  const button = await screen.findByRole('button', { name: 'Tell me when it is delivered' });
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(button);
  const status = await screen.findByText('This device tells you when something happens to your order.');
  expect(document.activeElement).toBe(status);
});
