import { expect, it } from '@jest/globals';
import type { RoomMessage, SecurityNotice } from '@pax/contracts';
import { startI18n } from '../../../i18n/i18n';
import { SECURITY_NOTICES } from '../keys';
import { createQueryClient } from '../../../lib/http/query-client';
import type { Toast } from '../../../lib/ui/toast';
import { collectToasts } from '../../../test/collect-toasts';
import { deliverTo } from '../../../lib/realtime/live-module';
import { showSecurityToast } from './show-security-toast';
import { securityLive } from './security-live';

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

it('refetches the list on a security event (OWN-366)', () => {
  const client = createQueryClient();
  client.setQueryData(SECURITY_NOTICES, []);
  deliverTo(securityLive, { ...message, data: { ...notice, kind: 'sessions_ended' } }, client);
  expect(client.getQueryState(SECURITY_NOTICES)?.isInvalidated).toBe(true);
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
