import type { ReactElement } from 'react';
import { ArtSvg } from './art-svg';
import { products, signs } from './registry';

/** Every static drawing of the shop by the name of its file under /art. */
export const artFiles: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries({ ...products, ...signs }).map(([key, drawing]) => [
    key,
    <ArtSvg key={key} drawing={drawing} size={480} />,
  ]),
);
