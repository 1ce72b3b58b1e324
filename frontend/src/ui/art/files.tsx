import type { ReactElement } from 'react';
import { ArtSvg } from './art-svg';
import type { Drawing } from './kit/drawing';
import { armor } from './pieces/armor';
import { bases } from './pieces/bases';
import { coins } from './pieces/coins';
import { magic } from './pieces/magic';
import { signs } from './pieces/signs';
import { strongholds } from './pieces/strongholds';
import { tools } from './pieces/tools';
import { treasures } from './pieces/treasures';
import { visible } from './visible';

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

/** Every static drawing of the shop, by its file name under /art. */
export const artFiles: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries({ ...products, ...signs }).map(([key, drawing]) => [
    key,
    <ArtSvg key={key} drawing={visible(drawing)} size={480} />,
  ]),
);
