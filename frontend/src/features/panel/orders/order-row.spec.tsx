import { expect, it } from '@jest/globals';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { mockServer } from '../../../test/mock-server';
import { order } from '../../../test/order-lists';
import { renderPage } from '../../../test/render-page';
import { OrderRow } from './order-row';

/** The longest game name, of the widest letter. */
const LONGEST = 'W'.repeat(16);

it('leaves the longest game name whole in each place that a row has for it (ADMIN-2.21)', async () => {
  mockServer({});
  const ignore = () => undefined;
  await renderPage(
    <CacheProvider value={createCache({ key: 'row', container: document.head })}>
      <OrderRow
        order={order({ minecraftName: LONGEST })}
        selected={false}
        isUnseen={false}
        today={Date.now()}
        chosen={false}
        onOpen={ignore}
        onSeen={ignore}
        onChoose={ignore}
      />
    </CacheProvider>,
  );
  const row = document.querySelector<HTMLElement>('[data-row]')!;
  const places = [...row.querySelectorAll<HTMLElement>('*')].filter((one) =>
    [...one.childNodes].some((child) => child instanceof Text && child.data.includes(LONGEST)),
  );
  /** Styles that cut a text, or let it wrap, of an element and all around it in the row. */
  const stylesOf = (place: HTMLElement): string[] => {
    const found: string[] = [];
    for (let one: HTMLElement | null = place; one !== null && one !== row; one = one.parentElement) {
      const { overflow, textOverflow, whiteSpace, overflowWrap } = getComputedStyle(one);
      found.push(overflow, textOverflow, whiteSpace, overflowWrap);
    }
    return found.filter((style) => !['', 'visible', 'normal'].includes(style));
  };
  // A phone, a narrow desktop, and a column of its own on a wide one.
  expect(places.map(stylesOf)).toEqual([['anywhere'], ['anywhere'], ['anywhere']]);
});
