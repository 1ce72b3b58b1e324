import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CalledFiles, comparePageWithCalls } from '../../../packages/local/src/process/called-files.js';
import { adminLive } from '../features/panel/layout/panel-tabs';
import { createQueryClient } from '../lib/http/query-client';
import { LiveClient } from '../lib/realtime/live-client';
import { events, fillIn, openCheckout, PAY_PAGE, payButton, resetHarness } from './open-checkout';
import { order, fillOrderLists, orderListsIn } from './order-lists';

// Dialogs render slowly in jsdom.
jest.setTimeout(30_000);
const page = readFileSync(join(process.cwd(), 'packages/contracts/docs/one-purchase.md'), 'utf8');

/** What pays and what hears of it; what only draws is `.tsx`, and what every call passes is `lib/http`. */
const isInScope = (path: string) =>
  /^frontend\/src\/(features\/|app\/live\/|lib\/realtime\/live-client$)/.test(path);

describe('the files of one purchase in the browser', () => {
  beforeEach(resetHarness);

  it('are those that the page lists', async () => {
    const calls = new CalledFiles();
    try {
      await openCheckout();
      await fillIn();
      await waitFor(() => expect(payButton().textContent).toContain('$19.19'));
      const calledByOthers = calls.takeCalledFiles();
      await userEvent.click(payButton());
      await waitFor(() => expect(events).toContain(`leave ${PAY_PAGE}`));
      const client = createQueryClient();
      fillOrderLists(client, { active: [] }, 1);
      const live = new LiveClient(client, () => Promise.reject(new Error('nothing is missing')));
      live.addModule(adminLive);
      live.onHead({ room: 'admin', seq: 1 });
      const now = '2026-01-02T03:04:05.000Z';
      live.onEvent({
        room: 'admin',
        seq: 2,
        id: 'e2',
        type: 'order.paid',
        occurredAt: now,
        version: 1,
        data: order({ id: 2 }),
      });
      live.stopUpdates();
      expect(orderListsIn(client).active?.items.map(({ id }) => id)).toEqual([2]);
      expect(comparePageWithCalls(page, [calls.takeCalledFiles()], { calledByOthers, isInScope })).toEqual({
        missing: [],
        notCalled: [],
      });
    } finally {
      calls.close();
    }
  });
});
