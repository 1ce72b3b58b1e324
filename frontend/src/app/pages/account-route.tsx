import { AccountPage } from '../../features/account/account-page';
import { LoyaltyTab } from '../../features/account/loyalty/loyalty-tab';
import { OwnTicketsTab } from '../../features/support/own-tickets-tab';

/** Route of the account page, with the tabs of other features. */
export const AccountPageWithTabs = () => <AccountPage tickets={<OwnTicketsTab />} loyalty={<LoyaltyTab />} />;
