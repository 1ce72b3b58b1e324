import type { ReactElement } from 'react';
import { ArtSvg } from './art-svg';
import { products, signs } from './registry';
import { visible } from './visible';

/** Every static drawing of the shop by the name of its file under /art. */
export const artFiles: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries({ ...products, ...signs }).map(([key, drawing]) => [
    key,
    <ArtSvg key={key} drawing={visible(drawing)} size={480} />,
  ]),
);
