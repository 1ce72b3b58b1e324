import type { AdminTicket } from '@pax/contracts';

/** A ticket for tests, as the panel shows it: an open one of a visitor. */
export const ticket = (changes: Partial<AdminTicket> = {}): AdminTicket => ({
  id: 1,
  name: 'Jürgen',
  email: 'juergen@example.org',
  subject: 'Elytra did not arrive',
  message: 'I was online.\nNobody came.',
  priority: 'medium',
  status: 'open',
  response: null,
  createdAt: '2025-11-03T20:15:00.000Z',
  endedAt: null,
  version: 1,
  userId: null,
  username: null,
  discordId: null,
  discordUsername: null,
  namedOrders: [],
  tier: null,
  prioritySupport: false,
  notes: 0,
  ...changes,
});
