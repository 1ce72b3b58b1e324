import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, type Category } from '@pax/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/chip';
import { LazyTip } from '../../lib/lazy-tip';
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
    },
  },
});
const Mark = chakra('span', {
  base: { width: '10px', height: '10px', flexShrink: '0', boxShadow: 'inset 0 2px 0 rgba(255,255,255,0.25)' },
  variants: {
    category: {
      coins: { bg: 'plinthCoinsGlow' },
      items: { bg: 'plinthItemsGlow' },
      bases: { bg: 'plinthBasesGlow' },
      armor: { bg: 'plinthArmorGlow' },
    },
  },
});

interface CategoryTabsProps {
  readonly category: Category;
  readonly onChange: (category: Category) => void;
  /** What the open category shows. */
  readonly children: ReactNode;
}

/** The four categories with their badges (SHOP-2.20, SHOP-2.21). */
export function CategoryTabs({ category, onChange, children }: CategoryTabsProps) {
  const { t } = useTranslation('shop');
  const badge: Partial<Record<Category, ReactNode>> = {
    coins: (
      <LazyTip words={t('market.instantHint')}>
        <span>
          <Badge tone="money">{t('market.badge.coins')}</Badge>
        </span>
      </LazyTip>
    ),
    bases: <Badge tone="bases">{t('market.badge.bases')}</Badge>,
    armor: <Badge tone="accent">{t('market.badge.armor')}</Badge>,
  };
  return (
    <Sticky>
      <LightTabs
        label={t('market.tabs')}
        value={category}
        onChange={onChange}
        items={CATEGORIES.map((name) => ({
          value: name,
          label: (
            <>
              <Mark category={name} aria-hidden="true" />
              {t(`market.${name}`)}
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
