import { createTone, darkenColour, stuff } from '../kit/colour-tones';
import type { Drawing } from '../kit/drawing';
import type { At } from '../kit/isometric';
import { drawCoin } from '../kit/market-objects';
import { drawBlock, drawLine, drawPlainBlock, drawShadow } from '../kit/solids';
import { paintPatches } from '../kit/surface-marks';

/** Marks of the ways to pay: our own blocks, no provider's trademark. */

const plate: At = [2.1, 1.4, 0.16];
const card: Drawing = {
  scale: 62,
  things: [
    [drawShadow([0, 0], [2.1, 1.4])],
    [
      ...drawPlainBlock([0, 0, 0.2], plate, stuff.water),
      paintPatches('top', [0, 0, 0.2], plate, [[0, 0.16, 2.1, 0.3]], darkenColour(stuff.water.top, 0.65)),
      paintPatches('top', [0, 0, 0.2], plate, [[0.22, 0.72, 0.46, 0.36]], stuff.gold.top),
      paintPatches('top', [0, 0, 0.2], plate, [[1.1, 0.94, 0.72, 0.16]], '#ffffff', 0.75),
    ],
  ],
};

const hide: At = [1.7, 0.6, 1.15];
const note: At = [1.3, 0.16, 1];
const wallet: Drawing = {
  scale: 66,
  things: [
    [drawShadow([0, 0], [1.7, 0.6])],
    [...drawPlainBlock([0.2, 0.2, 0.55], note, stuff.emerald)],
    [
      ...drawBlock([0, 0, 0], hide, stuff.leather),
      paintPatches('top', [0, 0, 0], hide, [[0.14, 0.16, 1.42, 0.28]], darkenColour(stuff.leather.top, 0.5)),
      paintPatches(
        'left',
        [0, 0, 0],
        hide,
        [[1.05, 0.42, 0.65, 0.34]],
        darkenColour(stuff.leather.left, 0.4),
      ),
      paintPatches('left', [0, 0, 0], hide, [[1.2, 0.5, 0.18, 0.18]], stuff.gold.top),
    ],
    [...drawPlainBlock([0.2, 0.22, 1.14], [1.3, 0.16, 0.42], stuff.emerald)],
  ],
};

const link = createTone('#9470ea');
const crypto: Drawing = {
  scale: 62,
  things: [
    [drawShadow([0, 0], [0.8, 0.8]), drawShadow([1.3, 0], [0.8, 0.8]), drawShadow([1.3, 1.3], [0.8, 0.8])],
    [drawLine([0.8, 0.4, 0.4], [1.3, 0.4, 0.4], 0.14, stuff.iron.left)],
    drawBlock([0, 0, 0], [0.8, 0.8, 0.8], link),
    drawBlock([1.3, 0, 0], [0.8, 0.8, 0.8], link),
    [drawLine([1.7, 0.8, 0.4], [1.7, 1.3, 0.4], 0.14, stuff.iron.left)],
    drawBlock([1.3, 1.3, 0], [0.8, 0.8, 0.8], link),
    drawCoin([0.4, 1.6, 0], 0.34),
  ],
};

export const payMarks = { 'pay-card': card, 'pay-wallet': wallet, 'pay-crypto': crypto } as const;
