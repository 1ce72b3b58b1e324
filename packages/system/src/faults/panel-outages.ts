import { setTimeout as pause } from 'node:timers/promises';
import { clientDifferences } from '../check/clients.js';
import { waitUntilIdle } from '../check/idle.js';
import { FaultyProxy } from '../support/faulty-proxy.js';
import { Listener } from '../support/listener.js';
import { assertThat, type Scenario } from './scenario.js';
import type { FaultHarness } from './fault-harness.js';

/** Panel behind a failing proxy; after the outage it must show the same data as a newly opened panel. */
async function throughProxy(
  harness: FaultHarness,
  broken: (proxy: FaultyProxy) => Promise<void>,
): Promise<void> {
  const proxy = await FaultyProxy.to(harness.shop.shopUrl);
  const { admin, shop } = harness;
  const page = await Listener.open(admin, ['shop', 'admin'], shop.shopUrl, proxy.url);
  try {
    const [before = 0] = await harness.buyOrders(1);
    await broken(proxy);
    await harness.waitUntilNotified([before]);
    await waitUntilIdle(shop);
    const differences = await clientDifferences(shop, [page]);
    assertThat(differences.length === 0, differences.join('; '));
  } finally {
    page.close();
    proxy.close();
  }
}

/** An open panel without the shop for a while. */
export const PANEL_OUTAGES: readonly Scenario[] = [
  {
    name: 'panel.offline',
    title: 'panel offline for 60 s, orders come and move meanwhile',
    run: (harness) =>
      throughProxy(harness, async (proxy) => {
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
      throughProxy(harness, async (proxy) => {
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
      throughProxy(harness, async () => {
        await harness.shop.restart('backend');
        await harness.waitForHealth('ok');
        await harness.buyOrders(2);
      }),
  },
];
