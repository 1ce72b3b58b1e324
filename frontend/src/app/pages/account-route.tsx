import { COINS_PER_MILLION, type Order } from '@pax/contracts';
import { useCallback } from 'react';
import { AccountPage } from '../../features/account/account-page';
import { LoyaltyTab } from '../../features/account/loyalty/loyalty-tab';
import { OwnTicketsTab } from '../../features/support/own-tickets-tab';
import { useBuyAgain, type FormerLine } from './use-buy-again';

const toFormerLine = ({ productId, productName, quantity, coins }: Order): FormerLine => ({
  id: productId,
  name: productName,
  quantity,
  ...(coins !== null && { customAmount: Math.floor(coins / COINS_PER_MILLION) }),
});

/** Route of the account page, with the tabs of other features. */
export function AccountPageWithTabs() {
  const buyAgain = useBuyAgain();
  const buyOrderAgain = useCallback((order: Order) => buyAgain?.([toFormerLine(order)]), [buyAgain]);
  return (
    <AccountPage
      tickets={<OwnTicketsTab />}
      loyalty={<LoyaltyTab />}
      onBuyAgain={buyAgain && buyOrderAgain}
    />
  );
}
