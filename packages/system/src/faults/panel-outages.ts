import { setTimeout as pause } from 'node:timers/promises';
import { findClientDifferences } from '../check/client-differences.js';
import { waitUntilIdle } from '../check/wait-until-idle.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { RoomClient } from '../support/room-client.js';
import { assertThat, type Scenario } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

/**
 * Interrupts the connection of a panel behind a proxy; afterwards, the panel must show the same data as a newly opened
 * one.
 */
async function runThroughProxy(
  harness: FaultHarness,
  breakConnection: (proxy: FaultyProxy) => Promise<void>,
): Promise<void> {
  const proxy = await FaultyProxy.start(harness.shop.shopUrl);
  const { admin, shop } = harness;
  const page = await RoomClient.open(admin, ['shop', 'admin'], shop.shopUrl, proxy.url);
  try {
    const [before = 0] = await harness.buyOrders(1);
    await breakConnection(proxy);
    await harness.waitUntilNotified([before]);
    await waitUntilIdle(shop);
    const differences = await findClientDifferences(shop, [page]);
    assertThat(differences.length === 0, differences.join('; '));
  } finally {
    page.close();
    proxy.close();
  }
}

/** Scenarios: the connection of an open panel is interrupted for a time. */
export const PANEL_OUTAGES: readonly Scenario[] = [
  {
    name: 'panel.offline',
    title: 'panel offline for 60 s, orders come and move meanwhile',
    run: (harness) =>
      runThroughProxy(harness, async (proxy) => {
        proxy.disconnect();
        await harness.buyOrders(2);
        await pause(harness.timings.offlineMs);
        proxy.restore();
      }),
  },
  {
    name: 'panel.asleep',
    title: 'panel suspended for 60 s: its connection is silent',
    run: (harness) =>
      runThroughProxy(harness, async (proxy) => {
        proxy.blackhole();
        await harness.buyOrders(2);
        await pause(harness.timings.offlineMs);
        proxy.restore();
      }),
  },
  {
    name: 'panel.backend-restarted',
    title: 'backend restarted under open panels',
    run: (harness) =>
      runThroughProxy(harness, async () => {
        await harness.shop.restart('backend');
        await harness.waitForHealth('ok');
        await harness.buyOrders(2);
      }),
  },
];
