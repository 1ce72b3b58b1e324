/** The one place of all words about the referral programme: only what the shop really gives is promised here. */
export const catalogue = {
  heading: 'Bring a friend to the market',
  sentence:
    'Share your code. Your friend pays less on every order, and you earn store credit with each of them.',
  friend: 'Your friend',
  friendPercent: '{{percent}}% off every order',
  friendBonus: '{{bonus}} bonus once, for an order of {{from}} or more',
  you: 'You',
  youPercent: '{{percent}}% of what your friend pays, as store credit',
  youCap: 'At most {{cap}} in a calendar month.',
  youWhen: 'Credited as soon as the order is delivered.',
  visitor: 'Sign in to get your code',
  signedIn: 'Your referral code',
  make: 'Get your code',
  again: 'Try again',
  failed: 'Your code could not be loaded. Please try again.',
};

export const german: readonly string[] = [];
