import type { CustomerTierAnswer } from '@pax/contracts';

/** A response of GET /api/customer-tier: a gold member with six orders by default. */
export const customerTier = (changes: Partial<CustomerTierAnswer> = {}): CustomerTierAnswer => ({
  currentTier: {
    name: 'Gold',
    icon: 'gold',
    color: 'gold',
    discount: 4,
    benefits: ['1.5× loyalty points', '4% off every order', 'Exclusive rewards'],
  },
  nextTier: { name: 'Platinum', icon: 'platinum', discount: 6, minSpent: '500.00', minOrders: 0 },
  progress: { spent: 62.5, orders: 100 },
  missing: { spent: '187.50', orders: 0 },
  stats: { totalSpent: '312.50', totalOrders: 6 },
  ...changes,
});
