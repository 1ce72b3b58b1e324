import { beforeAll, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { preloadAreas } from '../../../i18n/i18n';
import { mockServer } from '../../../test/mock-server';
import { product } from '../../../test/product';
import { renderPage } from '../../../test/render-page';
import { renderUi } from '../../../test/render';
import { createCoinSteps } from './coin-amount-input';
import { QuickCoins } from './quick-coins';
import { CoinPriceList } from './product-price';

beforeAll(async () => {
  await renderUi(<div />);
  await preloadAreas('shop');
});

const priceBreaks = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const current = () => screen.getAllByRole('listitem').find((item) => item.ariaCurrent === 'true');

it('shows every price break with its label and the price per million (SHOP-9.10, SHOP-9.11)', async () => {
  await renderUi(<CoinPriceList millions={100} />);
  screen.getByRole('list', { name: 'Price per million' });
  expect(priceBreaks()).toEqual(['Under 100M$0.17', '100M$0.15', '250M$0.13', '500M$0.13', '1B$0.13']);
});

it.each([
  [1, 'Under 100M$0.17'],
  [99, 'Under 100M$0.17'],
  [100, '100M$0.15'],
  [249, '100M$0.15'],
  [250, '250M$0.13'],
  [500, '500M$0.13'],
  [1000, '1B$0.13'],
])('marks the step of %d million', async (millions, item) => {
  await renderUi(<CoinPriceList millions={millions} />);
  expect(current()?.textContent).toBe(item);
});

it('marks none while what is typed is no amount', async () => {
  await renderUi(<CoinPriceList millions={undefined} />);
  expect(current()).toBeUndefined();
});

it('stands in the quick coins, with the price break of the initial amount', async () => {
  const custom = product({ category: 'coins', isCustom: true });
  mockServer({});
  await renderPage(<QuickCoins product={custom} pool={385_000_000} onBuy={() => undefined} />);
  expect(current()?.textContent).toBe('100M$0.15');
});

it('chooses an amount by preset or slider, with price, rate and better offer live', async () => {
  const custom = product({ category: 'coins', isCustom: true });
  const bought: unknown[] = [];
  mockServer({});
  await renderPage(
    <QuickCoins product={custom} pool={385_000_000} onBuy={(_, amount) => void bought.push(amount)} />,
  );
  const buy = () => screen.getByRole('button', { name: /^Buy|^Add/ }).textContent;
  await userEvent.click(screen.getByRole('button', { name: /^50M/ }));
  expect(buy()).toContain('50M');
  expect(buy()).toContain('$8.50');
  expect(current()?.textContent).toBe('Under 100M$0.17');
  const slider = screen.getByRole<HTMLInputElement>('slider');
  const at = (millions: number) => String(createCoinSteps(385).indexOf(millions));
  fireEvent.change(slider, { target: { value: at(240) } });
  expect(buy()).toContain('$36.00');
  expect(screen.getByText(/250M costs only \$32\.50/)).toBeTruthy();
  fireEvent.change(slider, { target: { value: at(200) } });
  expect(screen.queryByText(/costs only/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Buy|^Add/ }));
  expect(bought).toEqual([200]);
});

it('shows the price of each preset', async () => {
  mockServer({});
  const custom = product({ category: 'coins', isCustom: true });
  await renderPage(<QuickCoins product={custom} pool={385_000_000} onBuy={() => undefined} />);
  const presets = within(screen.getByRole('group', { name: 'Quick amounts' })).getAllByRole('button');
  expect(presets.map(({ textContent }) => textContent)).toEqual([
    '10M$1.70',
    '25M$4.25',
    '50M$8.50',
    '100M$15.00',
    '250M$32.50',
  ]);
});

it('shows the pool alone where it is empty, or where no amount is sold', async () => {
  mockServer({});
  const custom = product({ category: 'coins', isCustom: true });
  for (const [sold, pool] of [
    [custom, 0],
    [null, 385_000_000],
  ] as const) {
    await renderPage(<QuickCoins product={sold} pool={pool} onBuy={() => undefined} />);
    screen.getByRole('meter', { name: 'Coin pool' });
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
  }
});
