import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page fetched when it is opened: its module and the name of its component there. */
export const page = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): LazyExoticComponent<ComponentType> => lazy(async () => ({ default: (await load())[name] }));
