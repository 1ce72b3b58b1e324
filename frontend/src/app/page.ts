import type { ComponentType } from 'react';
import { lazyWithRetry } from '../lib/lazy-with-retry';

/** A page fetched when it is opened: its module and the name of its component there. */
export const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType => lazyWithRetry(async () => (await load())[name]);
