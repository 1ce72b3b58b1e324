import { expect, it } from '@jest/globals';
import type { RoomMessage, SecurityNotice } from '@pax/contracts';
import { startI18n } from '../../../i18n/i18n';
import { SECURITY_NOTICES } from '../../../lib/api/keys';
import { createQueryClient } from '../../../lib/query-client';
import type { Notice } from '../../../lib/toast';
import { hearNotices } from '../../../test/hear-notices';
import { sayNotice } from './say-notice';
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

it('has the list read again when the owner is told something (OWN-366)', () => {
  const client = createQueryClient();
  client.setQueryData(SECURITY_NOTICES, []);
  securityLive.handlers['notice.created']?.(
    { ...message, data: { ...notice, kind: 'sessions_ended' } },
    client,
  );
  expect(client.getQueryState(SECURITY_NOTICES)?.isInvalidated).toBe(true);
});

it('says on any page which browser signed in, and where to look (OWN-366)', async () => {
  await startI18n();
  const said: Notice[] = [];
  hearNotices((one) => said.push(one));
  await sayNotice(notice);
  expect(said).toEqual([
    {
      title: 'Signed in with a new browser',
      description: 'Chrome on Android. Not you? Open Security on your account page.',
    },
  ]);
});
