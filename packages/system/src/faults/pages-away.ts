import { setTimeout as pause } from 'node:timers/promises';
import { clientDifferences } from '../check/clients.js';
import { untilQuiet } from '../check/quiet.js';
import { Line } from '../support/line.js';
import { Listener } from '../support/listener.js';
import { demand, type Scenario } from './scenario.js';
import type { Stage } from './stage.js';

/** A panel behind a line of its own, while something happens to the line; then it must know what a fresh one does. */
async function behindALine(stage: Stage, broken: (line: Line) => Promise<void>): Promise<void> {
  const line = await Line.to(stage.shop.shopUrl);
  const { admin, shop } = stage;
  const page = await Listener.open(admin, ['shop', 'admin'], shop.shopUrl, line.url);
  try {
    const [before = 0] = await stage.orders(1);
    await broken(line);
    await stage.told([before]);
    await untilQuiet(shop);
    const differences = await clientDifferences(shop, [page]);
    demand(differences.length === 0, differences.join('; '));
  } finally {
    page.close();
    line.close();
  }
}

/** An open panel without the shop for a while. */
export const PAGES_AWAY: readonly Scenario[] = [
  {
    name: 'panel.offline',
    title: 'panel offline for 60 s, orders come and move meanwhile',
    play: (stage) =>
      behindALine(stage, async (line) => {
        line.cut();
        await stage.orders(2);
        await pause(stage.pace.awayMs);
        line.mend();
      }),
  },
  {
    name: 'panel.asleep',
    title: 'panel asleep for 60 s: its line is silent, nobody is told',
    play: (stage) =>
      behindALine(stage, async (line) => {
        line.silence();
        await stage.orders(2);
        await pause(stage.pace.awayMs);
        line.mend();
      }),
  },
  {
    name: 'panel.backend-restarted',
    title: 'backend restarted under open panels',
    play: (stage) =>
      behindALine(stage, async () => {
        await stage.shop.restart('backend');
        await stage.becomes('ok');
        await stage.orders(2);
      }),
  },
];
