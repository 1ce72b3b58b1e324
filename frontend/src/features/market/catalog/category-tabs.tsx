import { chakra, useSlotRecipe } from '@chakra-ui/react/styled-system';
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { CATEGORIES, type Category } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { TextElement } from '../../../ui/components/base/text-element';
import { CategoryMark } from '../../../ui/components/shop/category-mark';
import { Badge } from '../../../ui/components/shop/chip';
import { useDeliveryTimes } from '../../../lib/http/shop-info';
import { LOW_WINDOW } from '../../../ui/theme/media-queries';

const List = chakra('div');
const Trigger = chakra('button');
const Panel = chakra('div');

interface LightTabsProps<V extends string> {
  readonly label: string;
  readonly items: readonly { readonly value: V; readonly label: ReactNode; readonly badge?: ReactNode }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Content of the selected tab. */
  readonly children: ReactNode;
}

/** Tabs with one shared panel. They look like `Tabs` without using its library, because they are in the first load. */
export function LightTabs<V extends string>(props: LightTabsProps<V>) {
  const { label, items, value, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const look = useSlotRecipe({ key: 'tabs' })();
  // Scrolls the chosen tab into view on a phone at once, because a later scroll would move the tabs under the finger.
  const first = items[0]?.value;
  const moved = useRef(false);
  useLayoutEffect(() => {
    // The first tab is visible without scrolling, and measuring it would force an early layout.
    if (value === first && !moved.current) return;
    moved.current = true;
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value, first]);
  const chooseTabByKey = (event: KeyboardEvent) => {
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
      <List ref={list} role="tablist" aria-label={label} css={look['list']} onKeyDown={chooseTabByKey}>
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
              <TextElement>{item.label}</TextElement>
              <TextElement>{item.badge}</TextElement>
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

/** Sticky bar below the header, as wide as the window. */
const Sticky = chakra('div', {
  base: {
    '& [role=tablist]': {
      position: 'sticky',
      top: 'var(--header)',
      zIndex: 'sticky',
      mx: 'calc(-1 * var(--gutter))',
      px: 'var(--gutter)',
      bg: 'bg',
      // Shades in the row's side margins: where the row continues, tabs fade out below them.
      '&::before, &::after': {
        content: '""',
        position: 'sticky',
        insetInline: 'calc(-1 * var(--gutter))',
        zIndex: 'lift',
        flexShrink: '0',
        pointerEvents: 'none',
      },
      '&::before': {
        width: 'var(--gutter)',
        ms: 'calc(-1 * var(--gutter))',
        me: '-4px',
        background: 'linear-gradient(to left, transparent, var(--pax-colors-bg))',
      },
      '&::after': {
        width: '48px',
        ms: '-4px',
        me: 'calc(-1 * var(--gutter))',
        background: 'linear-gradient(to right, transparent, var(--pax-colors-bg) 90%)',
      },
      [LOW_WINDOW]: { position: 'static' },
    },
  },
});
/** Scrolls to the start of the product list, below the sticky tabs, if the list's start is above the window. */
function scrollToListStart(root: HTMLElement | null): void {
  const tabs = root?.querySelector('[role=tablist]');
  if (!root || !tabs) return;
  const past = parseFloat(getComputedStyle(tabs).top) - root.getBoundingClientRect().top;
  if (past > 0) scrollBy({ top: -past, behavior: 'instant' });
}

interface CategoryTabsProps {
  readonly category: Category;
  readonly onChange: (category: Category) => void;
  /** Content of the selected category. */
  readonly children: ReactNode;
}

/** Tabs of the four product categories. */
export function CategoryTabs({ category, onChange, children }: CategoryTabsProps) {
  const { t } = useTranslation('shop');
  const delivery = useDeliveryTimes();
  const root = useRef<HTMLDivElement>(null);
  const changeCategory = (next: Category) => {
    onChange(next);
    scrollToListStart(root.current);
  };
  const badge: Partial<Record<Category, ReactNode>> = {
    coins: (
      <span data-tip={t('market.instantHint', delivery)}>
        <Badge tone="money">{t('market.badge.coins')}</Badge>
      </span>
    ),
    bases: <Badge tone="bases">{t('market.badge.bases')}</Badge>,
    armor: <Badge tone="accent">{t('market.badge.armor')}</Badge>,
  };
  return (
    <Sticky ref={root}>
      <LightTabs
        label={t('market.tabs')}
        value={category}
        onChange={changeCategory}
        items={CATEGORIES.map((name) => ({
          value: name,
          label: (
            <>
              <CategoryMark category={name} aria-hidden="true" />
              <span>{t(`market.${name}`)}</span>
            </>
          ),
          badge: badge[name],
        }))}
      >
        {children}
      </LightTabs>
    </Sticky>
  );
}
