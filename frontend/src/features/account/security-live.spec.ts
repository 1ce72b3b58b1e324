import { expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import type { RoomMessage, SecurityNotice } from '@pax/contracts';
import { startI18n } from '../../i18n/i18n';
import { PROFILE } from '../../lib/http/query-keys';
import { LiveClient } from '../../lib/realtime/live-client';
import { PASSWORD, SECURITY_NOTICES, SESSIONS } from './query-keys';
import { createQueryClient } from '../../lib/http/query-client';
import type { Toast } from '../../lib/browser/toast';
import { collectToasts } from '../../test/collect-toasts';
import { deliverToModule } from '../../lib/realtime/live-module';
import { showSecurityToast } from './show-security-toast';
import { securityLive } from './account-live';

const notice: SecurityNotice = {
  id: 7,
  kind: 'new_browser',
  browser: 'Chrome',
  system: 'Android',
  device: 'phone',
  createdAt: '2026-11-21T08:00:00.000Z',
};
const message: RoomMessage = {
  room: 'user:7',
  seq: 1,
  id: 'e',
  type: 'notice.created',
  occurredAt: notice.createdAt,
  version: 1,
  data: notice,
};

it('refetches the list and what the event may have changed (OWN-366)', () => {
  const client = createQueryClient();
  const changed = [SECURITY_NOTICES, SESSIONS, PASSWORD, PROFILE];
  for (const key of changed) client.setQueryData(key, []);
  deliverToModule(securityLive, { ...message, data: { ...notice, kind: 'sessions_ended' } }, client);
  expect(changed.filter((key) => client.getQueryState(key)?.isInvalidated !== true)).toEqual([]);
});

it('refetches the list where it may have missed events', () => {
  const client = createQueryClient();
  client.setQueryData(SECURITY_NOTICES, []);
  const live = new LiveClient(client, async () => ({ messages: [] }));
  live.addModule(securityLive);
  live.onHead({ room: 'user:7', seq: 1 });
  expect(client.getQueryState(SECURITY_NOTICES)?.isInvalidated).toBe(true);
});

it('shows in a toast only what somebody else may have done', async () => {
  await startI18n();
  const toasts: string[] = [];
  collectToasts(({ title }) => toasts.push(title));
  for (const kind of ['password_changed', 'sessions_ended', 'new_browser', 'discord_linked'] as const)
    deliverToModule(securityLive, { ...message, data: { ...notice, kind } }, createQueryClient());
  await waitFor(() => expect(toasts).toEqual(['Signed in with a new browser', 'Discord linked']));
});

it('shows a toast on any page with the browser that signed in (OWN-366)', async () => {
  await startI18n();
  const toasts: Toast[] = [];
  collectToasts((one) => toasts.push(one));
  await showSecurityToast(notice);
  expect(toasts).toEqual([
    {
      title: 'Signed in with a new browser',
      description: 'Chrome on Android. Not you? Open Security on your account page.',
    },
  ]);
});
