import type { ComponentType } from 'react';
import { later } from '../lib/later';

/** A page fetched when it is opened: its module and the name of its component there. */
export const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType => later(async () => (await load())[name]);
