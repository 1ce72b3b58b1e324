import { createElement, useState, type ComponentType, type ReactNode } from 'react';
import { PartStore } from './part-store';

/** A part of the page whose code is loaded on demand. As a component it suspends, and throws when loading failed. */
export interface LazyPart<P extends object> {
  (props: P): ReactNode;
  /** Loads the code ahead. @throws what loading threw */
  readonly preload: () => Promise<void>;
  /** For `Part`, which never suspends. */
  readonly store: PartStore<P>;
}

/** Declares a part; once per module, so that every place shows the same load. */
export function lazyPart<P extends object>(fetchCode: () => Promise<ComponentType<P>>): LazyPart<P> {
  const store = new PartStore(fetchCode);
  function Lazy(props: P) {
    // Kept while mounted, because another component type would lose what was typed into it.
    const [code] = useState<ComponentType<P>>(() => store.shown());
    return createElement(code, props);
  }
  return Object.assign(Lazy, { preload: store.preload, store });
}
