import type { Product } from '@pax/contracts';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { startLanguage } from './start-catalogue';
import { COIN_STOCK, ME, PRODUCTS } from '../lib/http/query-keys';
import { createQueryClient } from '../lib/http/query-client';
import { App } from '../app/app';

const good: Product = {
  id: 1,
  name: 'Good',
  price: '9.99',
  originalPrice: '12.99',
  image: '/art/coins-10m.svg',
  category: 'coins',
  amount: '10M',
  stock: 50,
  coinValue: 10_000_000,
  isOutOfStock: false,
  isBestValue: false,
  isLimitedStock: false,
  isCustom: false,
  description: '',
  discount: null,
  bulkMinQuantity: 5,
  bulkPrice: '8.99',
  imageFit: 'cover',
  availableFrom: null,
  displayOrder: null,
};

const kinds: readonly Partial<Product>[] = [
  {},
  { isBestValue: true },
  { discount: 10 },
  { isLimitedStock: true, stock: 3 },
  { isOutOfStock: true, stock: 0 },
  { isCustom: true },
  { imageFit: 'contain-zoom' },
];

/** Sample products that use every style of a product card; rendered only to collect these styles. */
const sampleProducts: readonly Product[] = kinds.map((kind, place) => ({
  ...good,
  ...kind,
  id: place + 1,
}));

export interface PrerenderedShell {
  /** HTML of the prerendered first view, without scripts and styles. */
  readonly html: string;
  /** CSS of the first view and of the product cards. */
  readonly css: string;
  /** Empty style elements that tell Emotion which styles it must not insert again. */
  readonly marks: string;
}

const STYLE = /<style data-emotion="([^"]+)"[^>]*>([\s\S]*?)<\/style>/g;

const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

const forEver = new Promise<void>(() => undefined);

/**
 * The home page as a visitor first sees it; the build prerenders it and the app hydrates it, so both must match.
 *
 * @param products rendered only to collect their styles
 */
export function Shell({ products }: { readonly products?: readonly Product[] }) {
  const client = createQueryClient();
  client.setQueryData(ME, null);
  if (products) {
    client.setQueryData(PRODUCTS, products);
    client.setQueryData(COIN_STOCK, { coinStock: 400_000_000 });
  }
  return <App client={client} Router={MemoryRouter} until={products ? undefined : forEver} />;
}

/** Renders the first view at build time with the app's own components, so that hydration finds the same markup. */
export async function prerenderShell(): Promise<PrerenderedShell> {
  await startLanguage('mix');
  const empty = renderToString(<Shell />);
  const full = renderToString(<Shell products={sampleProducts} />);
  const rules = new Map<string, string>();
  for (const [, name = '', css = ''] of `${empty}${full}`.matchAll(STYLE)) rules.set(name, css);
  const names = [...rules.keys()];
  const global = names.filter((name) => name.startsWith('css-global '));
  const own = names.filter((name) => name.startsWith('css ')).map((name) => name.slice('css '.length));
  // `data-s` keeps Emotion from moving the style elements, which would make the browser recompute all styles.
  const createStyleMark = (name: string) => `<style data-emotion="${name}" data-s></style>`;
  const inlineStyles: string[] = [];
  // Style attributes become CSS rules, because the content security policy forbids them.
  const html = empty.replaceAll(STYLE, '').replaceAll(STYLE_ATTRIBUTE, (_, inlineStyle: string) => {
    inlineStyles.push(`#shell [data-inline-style="${inlineStyles.length}"]{${inlineStyle}}`);
    return ` data-inline-style="${inlineStyles.length - 1}"`;
  });
  return {
    html,
    css: [...rules.values(), ...inlineStyles].join('\n'),
    marks: [...global, `css ${own.join(' ')}`].map((name) => createStyleMark(name)).join(''),
  };
}
