import type { PaymentMethodsAnswer, ServerInfoAnswer } from '@pax/contracts';

/** Answer of `GET /api/payments/methods` in a shop with these payment methods. */
export const paymentMethodsAnswer = (...methods: string[]): PaymentMethodsAnswer => ({ methods });

/** Answer about the community's Discord server. */
export const serverInfo = (changes: Partial<ServerInfoAnswer> = {}): ServerInfoAnswer => ({
  serverName: 'Pax Market',
  memberCount: 1_200,
  inviteLink: '/',
  joinReward: true,
  ...changes,
});
