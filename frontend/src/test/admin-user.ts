import type { AdminUser } from '@pax/contracts';

/** An account as the panel lists it: a silver one with credit. */
export const adminUser = (id: number, changes: Partial<AdminUser> = {}): AdminUser => ({
  id,
  username: `person ${id}`,
  discordUsername: 'chat.name',
  discordId: null,
  minecraftName: 'Miner',
  storeCredit: '5.00',
  creditVersion: 3,
  balance: '7.50',
  loyaltyPoints: 1200,
  totalSpent: '62.50',
  membershipTier: 'silver',
  blocked: false,
  blockedAt: null,
  blockReason: null,
  createdAt: '2025-11-03T20:15:00.000Z',
  referralCode: 'PAXABC123',
  referredBy: null,
  version: 4,
  ...changes,
});
