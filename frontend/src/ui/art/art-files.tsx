import type { ReactElement } from 'react';
import { ArtSvg } from './art-svg';
import type { Drawing } from './kit/drawing';
import { armor } from './pieces/armor';
import { bases } from './pieces/bases';
import { coins } from './pieces/coins';
import { magic } from './pieces/magic';
import { interfaceArt } from './pieces/interface-art';
import { payMarks } from './pieces/pay-marks';
import { strongholds } from './pieces/strongholds';
import { tools } from './pieces/tools';
import { rareItems } from './pieces/rare-items';
import { removeHiddenShapes } from './remove-hidden-shapes';

/** Drawings of all products by key; the image of a product is `/art/<key>.svg`. */
export const products: Readonly<Record<string, Drawing>> = {
  ...coins,
  ...tools,
  ...rareItems,
  ...magic,
  ...bases,
  ...strongholds,
  ...armor,
};

/** All static drawings of the shop, by their file name under /art. */
export const artFiles: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries({ ...products, ...interfaceArt, ...payMarks }).map(([key, drawing]) => [
    key,
    <ArtSvg key={key} drawing={removeHiddenShapes(drawing)} size={480} />,
  ]),
);
