/** What the shop's home and frame show beside the market: free coins, recently viewed, reviews, the floating menu. */
export const catalogue = {
  freeCoins: {
    title: 'Free Coins',
    sentence: 'Join our Discord server and get 1M coins, once. They are delivered in game.',
    join: 'Join the Discord server',
    open: 'Open Discord',
    link: 'Link your Discord account',
    linked: 'Linked',
    toAccount: 'To your account',
    get: 'Claim your 1M coins',
    name: 'Game name',
    nameHint: 'Who gets the coins. Without a name we ask you on Discord.',
    nameWrong: 'This is no game name. Check the spelling, or leave the field empty.',
    visitor: 'Sign in first, so that we know whose coins these are.',
    sessionOver: 'Your session has ended. Sign in again, then claim.',
    signIn: 'Sign in to claim',
    claim: 'Claim 1M Coins',
    again: 'Try again',
    done: 'Welcome! You received 1M Coins! Invite friends for even more rewards!',
    opening: 'Discord opening: Join the server and come back for your rewards!',
    blocked: 'Your browser did not let Discord open by itself. Use this link:',
    reason: {
      OFF: 'There are no free coins at the moment.',
      NO_DISCORD: 'No Discord account is linked yet. Link it in your account, then claim here.',
      NOT_MEMBER: 'You are not on our Discord server yet. Join it, then claim here.',
      ACCOUNT_TOO_NEW: 'Your Discord account is still too new. Nothing is lost: claim again later.',
      MEMBER_TOO_NEW:
        'You have not been on our Discord server long enough. Nothing is lost: stay, and claim again later.',
      ALREADY_CLAIMED: 'These coins have already been claimed with this account or Discord account.',
      NAME_CLAIMED: 'The coins have already been claimed for this game name.',
      POOL_TOO_SMALL: 'The coin pool is empty right now. Nothing is lost: claim again later.',
      DISCORD_AWAY: 'Discord does not answer right now. Nothing is lost: claim again in a few minutes.',
      error: 'We could not reach the shop. Nothing is lost: check your connection and try again.',
    },
  },
  recent: { heading: 'Recently viewed', clear: 'Clear' },
  sellers: {
    best: 'Best sellers',
    some: 'Items and bases',
  },
  me: {
    title: 'Me',
    profile: 'Profile',
    tickets: 'Support tickets',
  },
  float: {
    label: 'Quick actions',
    open: 'Open quick actions',
    close: 'Close quick actions',
    top: 'Scroll to top',
    chat: 'Chat support',
    wishlist: 'Wishlist',
    cart: 'Cart',
  },
};

export const german: readonly string[] = [];
