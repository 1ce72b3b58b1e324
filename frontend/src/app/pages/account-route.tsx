import { AccountPage } from '../../features/account/account-page';
import { OwnTicketsTab } from '../../features/support/own-tickets-tab';

/** The account page with the account's tickets. */
export const AccountRoute = () => <AccountPage tickets={<OwnTicketsTab />} />;
