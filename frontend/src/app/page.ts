import type { ComponentType } from 'react';
import { lazyWithRetry } from '../start/view/lazy-with-retry';

/** A lazily loaded page: its module and the component's name in it. */
export const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType => lazyWithRetry(async () => (await load())[name]);
