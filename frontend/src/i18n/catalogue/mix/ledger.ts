export const catalogue = {
  heading: 'What was booked',
  intro:
    'Every change of your points and credit, newest first. What an open checkout sets aside counts once it is paid.',
  filter: 'Balance',
  all: 'All',
  balance: {
    points: 'Points',
    credit: 'Store credit',
    bonus: 'Referral bonus',
    stock: 'Stock',
    coins: 'Coins',
  },
  reason: {
    earned: 'Earned with a purchase',
    purchase: 'Used for a purchase',
    sold: 'Sold',
    refund: 'Order {{order}} refunded',
    reward: 'Reward: {{name}}',
    reward_credit: 'From a reward',
    commission: 'A friend’s order {{order}} was delivered',
    commission_back: 'A friend’s order {{order}} was refunded',
    referral_bonus: 'Welcome bonus for a referral code',
    join_reward: 'Free coins, order {{order}}',
    restock: 'Goods of order {{order}} are back',
    adjusted: 'Set by the team',
    other: 'Booked by the shop',
  },
  after: '{{amount}} after it',
  below: '{{amount}} to be deducted after it',
  receipt: 'Receipt',
  actor: 'by {{actor}}',
  empty: 'Nothing booked yet',
  emptyText: 'Points and credit show here from your first purchase on.',
  failed: 'The history could not be loaded.',
  more: 'Show more',
};

export const german: readonly string[] = [];
