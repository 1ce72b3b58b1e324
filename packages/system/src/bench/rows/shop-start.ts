import { readPid } from '../../support/run-record.js';
import { startWholeShop } from '../../support/whole-shop.js';
import { startFloor } from '../floor-process.js';
import { readResidentMb } from '../load/process-usage.js';
import type { MetricValues, Row } from '../row.js';

/** Bench row: time from an empty folder to a shop in which a purchase works, and the memory of its processes then. */
export const shopStart: Row = {
  name: 'start',
  title: 'Start and memory',
  how:
    'an empty data folder to a shop in which a purchase works, with demo content and connected bot; floor: a ' +
    'process of bare `node:http` until it answers',
  metrics: [
    { key: 'start', title: 'ready after', unit: 's' },
    { key: 'backend', title: 'backend holds', unit: 'MB' },
    { key: 'bot', title: 'bot holds', unit: 'MB' },
  ],
  async open() {
    return { shop: measureShopStart, floor: measureFloorStart, close: async () => undefined };
  },
};

async function measureShopStart(): Promise<MetricValues> {
  const startedAt = performance.now();
  const shop = await startWholeShop();
  const seconds = (performance.now() - startedAt) / 1_000;
  const [backend, bot] = await Promise.all(
    (['backend', 'bot'] as const).map((part) => readResidentMb(readPid(shop.dataDir, part))),
  );
  await shop.stop();
  return { start: seconds, backend: backend ?? 0, bot: bot ?? 0 };
}

async function measureFloorStart(): Promise<MetricValues> {
  const startedAt = performance.now();
  const floor = await startFloor('http-server', { body: '[]' });
  await (await fetch(floor.url)).arrayBuffer();
  const seconds = (performance.now() - startedAt) / 1_000;
  const memoryMb = await readResidentMb(floor.pid);
  await floor.stop();
  return { start: seconds, backend: memoryMb, bot: memoryMb };
}
