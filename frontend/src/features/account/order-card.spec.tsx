import { expect, it } from '@jest/globals';
import type { Order } from '@pax/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { order } from '../../test/order-lists';
import { renderPage } from '../../test/render-page';
import { OrderCard } from './order-card';

it.each([
  ['pending', 0],
  ['processing', 0],
  ['completed', 1],
  ['archived', 1],
  ['cancelled', 1],
] as const)('offers to buy the goods of a %s order again: %s (OWN-1482)', async (status, times) => {
  const again: Order[] = [];
  const own = order({ id: 17, status, productName: 'Wings' });
  await renderPage(<OrderCard order={own} image="" onBuyAgain={(chosen) => void again.push(chosen)} />);
  const buttons = screen.queryAllByRole('button', { name: 'Buy again: Wings' });
  expect(buttons).toHaveLength(times);
  act(() => buttons[0]?.click());
  expect(again).toEqual(times === 0 ? [] : [own]);
  cleanup();
  // A gift was not bought; a blocked account may not buy.
  await renderPage(
    <OrderCard order={{ ...own, kind: 'join_reward' }} image="" onBuyAgain={() => undefined} />,
  );
  await renderPage(<OrderCard order={own} image="" />);
  expect(screen.queryAllByRole('button', { name: 'Buy again: Wings' })).toEqual([]);
});
