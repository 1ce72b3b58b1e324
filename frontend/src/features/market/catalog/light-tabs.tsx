import { chakra, useSlotRecipe } from '@chakra-ui/react/styled-system';
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Words } from '../../../ui/components/base/words';

const List = chakra('div');
const Trigger = chakra('button');
const Panel = chakra('div');

interface LightTabsProps<V extends string> {
  readonly label: string;
  readonly items: readonly { readonly value: V; readonly label: ReactNode; readonly badge?: ReactNode }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Content of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs with one shared panel, styled like `Tabs` but without its library: they are in the first load. */
export function LightTabs<V extends string>(props: LightTabsProps<V>) {
  const { label, items, value, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const look = useSlotRecipe({ key: 'tabs' })();
  // Scrolls the chosen tab into view on a phone, immediately, because a later scroll would move the row under
  // the finger.
  const first = items[0]?.value;
  const moved = useRef(false);
  useLayoutEffect(() => {
    // The first tab is visible anyway; measuring it would force an early layout.
    if (value === first && !moved.current) return;
    moved.current = true;
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value, first]);
  const keys = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    const next = to === undefined ? undefined : items.at(to % items.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
  };
  return (
    <>
      <List ref={list} role="tablist" aria-label={label} css={look['list']} onKeyDown={keys}>
        {items.map((item) => {
          const chosen = item.value === value;
          return (
            <Trigger
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-${item.value}`}
              data-tab={item.value}
              data-selected={chosen || undefined}
              aria-selected={chosen}
              aria-controls={`${id}-panel`}
              tabIndex={chosen ? 0 : -1}
              css={look['trigger']}
              onClick={() => onChange(item.value)}
            >
              <Words>{item.label}</Words>
              <Words>{item.badge}</Words>
            </Trigger>
          );
        })}
      </List>
      <Panel id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} css={look['content']}>
        {children}
      </Panel>
    </>
  );
}
