import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, type Category } from '@pax/contracts';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CategoryMark } from '../../../ui/components/shop/category-mark';
import { Badge } from '../../../ui/components/shop/chip';
import { useDelivery } from '../../../lib/http/delivery';
import { SHORT } from '../../../ui/theme/narrowest';
import { LightTabs } from './light-tabs';

/** Sticks under the header and bleeds to the edges of the page. */
const Sticky = chakra('div', {
  base: {
    '& [role=tablist]': {
      position: 'sticky',
      top: 'var(--header)',
      zIndex: 'sticky',
      mx: 'calc(-1 * var(--gutter))',
      px: 'var(--gutter)',
      bg: 'bg',
      [SHORT]: { position: 'static' },
    },
  },
});
/** Scrolls the product list's start below the sticky tabs, if it was scrolled past. */
function toTop(root: HTMLElement | null): void {
  const tabs = root?.querySelector('[role=tablist]');
  if (!root || !tabs) return;
  const past = parseFloat(getComputedStyle(tabs).top) - root.getBoundingClientRect().top;
  if (past > 0) scrollBy({ top: -past, behavior: 'instant' });
}

interface CategoryTabsProps {
  readonly category: Category;
  readonly onChange: (category: Category) => void;
  /** Content of the open category. */
  readonly children: ReactNode;
}

/** Tabs of the four categories with badges. */
export function CategoryTabs({ category, onChange, children }: CategoryTabsProps) {
  const { t } = useTranslation('shop');
  const delivery = useDelivery();
  const root = useRef<HTMLDivElement>(null);
  const change = (next: Category) => {
    onChange(next);
    toTop(root.current);
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
        onChange={change}
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
