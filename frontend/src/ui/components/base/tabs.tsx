import { Tabs as Parts } from '@chakra-ui/react/tabs';
import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { markRowOverflow, scrollRowTo } from '../../../lib/browser/row-scroll';
import { Loading, SkeletonText } from '../feedback/skeleton';
import { Icon, type IconName } from './icon';
import { TextElement } from './text-element';

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly icon?: IconName;
  readonly badge?: ReactNode;
  /** Content of the tab; undefined when all tabs share one panel. */
  readonly content?: ReactNode;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly items: readonly TabItem<V>[];
  readonly value: V;
  readonly onChange: (value: NoInfer<V>) => void;
}

const loadingContent = (
  <Loading>
    <SkeletonText lines={4} />
  </Loading>
);

/**
 * Tabs with arrow key navigation; the row scrolls on a phone. The content of each tab mounts when the tab is first
 * opened.
 */
export function Tabs<V extends string>({ label, items, value, onChange }: TabsProps<V>) {
  const chooseTab = (change: { readonly value: string }) => {
    const item = items.find((candidate) => candidate.value === change.value);
    if (item) onChange(item.value);
  };
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = row.current;
    if (!list) return undefined;
    // The tab row is observed, because a badge or a font that loads later moves the tabs.
    const observer = new ResizeObserver(() => {
      scrollRowTo(list, list.querySelector(`[data-value="${value}"]`));
      markRowOverflow(list);
    });
    for (const tab of list.children) observer.observe(tab);
    observer.observe(list);
    return () => observer.disconnect();
  }, [value]);
  return (
    <Parts.Root value={value} onValueChange={chooseTab} lazyMount>
      <Parts.List ref={row} aria-label={label} onScroll={(event) => markRowOverflow(event.currentTarget)}>
        {items.map((item) => (
          <Parts.Trigger key={item.value} value={item.value}>
            {item.icon && <Icon name={item.icon} size={18} />}
            <TextElement>{item.label}</TextElement>
            <TextElement>{item.badge}</TextElement>
          </Parts.Trigger>
        ))}
      </Parts.List>
      {items.map(
        (item) =>
          item.content !== undefined && (
            <Parts.Content key={item.value} value={item.value}>
              <Suspense fallback={loadingContent}>{item.content}</Suspense>
            </Parts.Content>
          ),
      )}
    </Parts.Root>
  );
}
