import { expect, it } from '@jest/globals';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { startI18n } from '../../../i18n/i18n';
import { UiProvider } from '../ui-provider';
import { Price } from './price';
import { PriceBreakdown } from './price-breakdown';
import { StockSegments } from './stock-segments';
import { TickingNumber } from './ticking-number';

const places: [string, ReactElement][] = [
  ['a price', <Price key="price" now="$12.50" />],
  ['coins and points, which tick', <TickingNumber key="ticking" value={12} />],
  ['stock', <StockSegments key="stock" stock={12} />],
  [
    'a receipt',
    <PriceBreakdown key="receipt">
      <dd>12</dd>
    </PriceBreakdown>,
  ],
];

it.each(places)('%s has tabular figures', async (_name, element) => {
  await startI18n('mix');
  const styles = document.createElement('div');
  const { container } = render(
    <CacheProvider value={createCache({ key: 'css', container: styles, speedy: false })}>
      <UiProvider>{element}</UiProvider>
    </CacheProvider>,
  );
  const tabular = [...styles.querySelectorAll('style')]
    .map(({ textContent }) => /^(\.[\w-]+)\{[^}]*tabular-nums/.exec(textContent ?? '')?.[1])
    .filter((selector) => selector !== undefined);
  const figures = [...container.querySelectorAll('*')].filter(
    (node) => node.children.length === 0 && /\d/.test(node.textContent ?? ''),
  );
  expect(figures.length).toBeGreaterThan(0);
  expect(figures.filter((node) => !tabular.some((selector) => node.closest(selector)))).toEqual([]);
});
