import type { Drawing } from './kit/drawing';
import { armor } from './pieces/armor';
import { bases } from './pieces/bases';
import { coins } from './pieces/coins';
import { magic } from './pieces/magic';
import { signs } from './pieces/signs';
import { strongholds } from './pieces/strongholds';
import { tools } from './pieces/tools';
import { treasures } from './pieces/treasures';

/** All product art by key; a product's image is `/art/<key>.svg`. */
export const products: Readonly<Record<string, Drawing>> = {
  ...coins,
  ...tools,
  ...treasures,
  ...magic,
  ...bases,
  ...strongholds,
  ...armor,
};

/** The shop's own signs: mark, tier badges, scenes, plinths; static files of the same folder. */
export { signs };
