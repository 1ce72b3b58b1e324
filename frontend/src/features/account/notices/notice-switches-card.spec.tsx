import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { NoticeSwitch } from '@pax/contracts';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { NoticeSwitchesCard } from './notice-switches-card';

const CALL = '/api/account/notices/switches';
const mail = (email: string | null, isOffered = true) => ({
  'GET /api/account/receipt-mail': () => fakeResponse({ isOffered, email, language: null }),
});
const kindOf = (name: string) => screen.findByRole('group', { name });

it('has a switch for each kind and way that reaches the account, and keeps what the shop answers (OWN-1385)', async () => {
  let off: NoticeSwitch[] = [{ kind: 'taken', way: 'mail' }];
  const calls = mockServer({
    ...mail('nova@mail.example'),
    [`GET ${CALL}`]: () => fakeResponse(off),
    [`PUT ${CALL}`]: (body) => {
      const { isOn, ...one } = Object(body);
      off = isOn ? [] : [...off, one];
      return fakeResponse(off);
    },
  });
  await renderPage(<NoticeSwitchesCard hasDiscord />);
  const boxes = async (name: string) =>
    within(await kindOf(name))
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ checked }) => checked);
  expect(await boxes('Payment received')).toEqual([true]);
  expect(await boxes('Delivery begins')).toEqual([true, false]);
  await userEvent.click(within(await kindOf('Refund')).getByRole('checkbox', { name: 'E-mail' }));
  await waitFor(async () => expect(await boxes('Refund')).toEqual([true, false]));
  await userEvent.click(within(await kindOf('Delivery begins')).getByRole('checkbox', { name: 'E-mail' }));
  await waitFor(async () => expect(await boxes('Delivery begins')).toEqual([true, true]));
  expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { kind: 'refunded', way: 'mail', isOn: false },
    { kind: 'taken', way: 'mail', isOn: true },
  ]);
});

it('stores a second change that comes while the first is on its way', async () => {
  let off: NoticeSwitch[] = [];
  const held: (() => void)[] = [];
  const calls = mockServer({
    ...mail('nova@mail.example'),
    [`GET ${CALL}`]: () => fakeResponse(off),
    [`PUT ${CALL}`]: async (body) => {
      await new Promise<void>((resolve) => void held.push(resolve));
      const { isOn: _, ...one } = Object(body);
      off = [...off, one];
      return fakeResponse(off);
    },
  });
  await renderPage(<NoticeSwitchesCard hasDiscord={false} />);
  const boxOf = async (name: string) =>
    within(await kindOf(name)).getByRole<HTMLInputElement>('checkbox', { name: 'E-mail' });
  const first = await boxOf('Refund');
  const second = await boxOf('Delivered');
  await userEvent.click(first);
  await userEvent.click(second);
  await waitFor(() => expect(held).toHaveLength(1));
  expect([first.checked, second.checked]).toEqual([false, false]);
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  expect([first.checked, second.checked]).toEqual([false, false]);
  held[1]?.();
  await waitFor(() => expect(off).toHaveLength(2));
  expect([first.checked, second.checked]).toEqual([false, false]);
  expect(calls.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)).toEqual([
    { kind: 'refunded', way: 'mail', isOn: false },
    { kind: 'delivered', way: 'mail', isOn: false },
  ]);
});

it('shows what the shop has after a change that failed', async () => {
  mockServer({
    ...mail('nova@mail.example'),
    [`GET ${CALL}`]: () => fakeResponse([]),
    [`PUT ${CALL}`]: () => problemResponse(429, 'RATE_LIMITED', 'Too many.'),
  });
  const { toasts } = await renderPage(<NoticeSwitchesCard hasDiscord={false} />);
  const box = within(await kindOf('Delivered')).getByRole<HTMLInputElement>('checkbox');
  await userEvent.click(box);
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['The setting was not saved']));
  expect(box.checked).toBe(true);
  expect(screen.queryByRole('group', { name: 'Payment received' })).toBeNull();
});

/** Gives the browser what push messages need. */
function supportPush(): void {
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  Object.assign(window, { PushManager: class {}, Notification: { permission: 'default' } });
}
function endPush(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
}

describe('where no way but the bell reaches the account', () => {
  afterEach(endPush);

  it('is absent', async () => {
    const calls = mockServer({ ...mail(null, false), [`GET ${CALL}`]: () => fakeResponse([]) });
    await renderPage(<NoticeSwitchesCard hasDiscord={false} />);
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it.each([null, 'key'])('offers push only in a shop with a key: %s', async (publicKey) => {
    supportPush();
    const { client } = await renderCard(publicKey);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    const shown = publicKey === null ? [] : ['Notifications on this device'];
    expect(screen.queryAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual(shown);
    expect(screen.queryByRole('heading') === null).toBe(publicKey === null);
  });
});

const renderCard = async (publicKey: string | null) => {
  mockServer({
    ...mail(null, false),
    [`GET ${CALL}`]: () => fakeResponse([]),
    'GET /api/account/push': () => fakeResponse({ publicKey, isOn: false }),
  });
  return await renderPage(<NoticeSwitchesCard hasDiscord={false} />);
};

it('switches the mails of tickets without a receipt address, since they go to the address of the ticket', async () => {
  mockServer({ ...mail(null), [`GET ${CALL}`]: () => fakeResponse([]) });
  await renderPage(<NoticeSwitchesCard hasDiscord={false} />);
  await kindOf('Ticket: messages, answer, closing');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
});
