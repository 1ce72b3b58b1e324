/** The achievements of the account page. */
export const catalogue = {
  heading: 'Achievements',
  count: '{{earned}} of {{all}} earned',
  next: 'Next achievement',
  all: 'You earned everything that can be worked towards',
  failed: 'Your achievements could not be loaded.',
  progress: 'Progress: {{name}}',
  of: '{{have}} of {{target}}',
  percent: '{{percent}}%',
  earned: 'Earned',
  open: 'Not yet',
  rarity: { common: 'Common', rare: 'Rare', epic: 'Epic', legendary: 'Legendary' },
  first_purchase: { name: 'First Purchase', text: 'Buy something for the first time.' },
  big_spender: { name: 'Big Spender', text: 'Spend $100 in all.' },
  loyalty_master: { name: 'Loyalty Master', text: 'Have 500 loyalty points at a time.' },
  referral_champion: { name: 'Referral Champion', text: 'Five friends apply your code.' },
  frequent_buyer: { name: 'Frequent Buyer', text: 'Make ten purchases.' },
  vip_member: { name: 'VIP Member', text: 'Spend $500 in all.' },
  founding_member: { name: 'Founding Member', text: 'Be one of the first 100 accounts.' },
  community_hero: { name: 'Community Hero', text: 'Earn $50 of store credit through friends.' },
};

export const german: readonly string[] = [];
