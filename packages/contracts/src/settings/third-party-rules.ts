type GivenSettings = Readonly<Record<string, unknown>>;

/** Settings that depend on others: one of `any` requires all of `needs`. */
interface SettingRule {
  readonly any: readonly string[];
  readonly needs: readonly string[];
}

const CHANNELS = ['ORDERS', 'HISTORY', 'STOCK', 'ERROR'].map((name) => `DISCORD_CHANNEL_${name}`);

const SIGN_IN_RULES: readonly SettingRule[] = [
  { any: ['DISCORD_CLIENT_ID'], needs: ['DISCORD_CLIENT_SECRET'] },
  { any: ['DISCORD_CLIENT_SECRET'], needs: ['DISCORD_CLIENT_ID'] },
];
const SERVER_RULES: readonly SettingRule[] = [
  { any: ['DISCORD_TOKEN'], needs: ['DISCORD_CLIENT_ID', 'DISCORD_GUILD_ID'] },
  { any: ['DISCORD_GUILD_ID', 'DISCORD_STAFF_ROLE_ID', 'DISCORD_VIP_ROLE_ID'], needs: ['DISCORD_TOKEN'] },
];
/** Channels of posts: none or all, since the bot posts to every channel once one is set. */
const POST_RULES: readonly SettingRule[] = [
  {
    any: [...CHANNELS, 'DISCORD_CHANNEL_TICKETS'],
    needs: ['DISCORD_TOKEN', 'BOT_API_TOKEN', ...CHANNELS],
  },
];
const STRIPE_RULES: readonly SettingRule[] = [
  { any: ['STRIPE_SECRET_KEY'], needs: ['STRIPE_WEBHOOK_SECRET'] },
  { any: ['STRIPE_WEBHOOK_SECRET'], needs: ['STRIPE_SECRET_KEY'] },
];
/** The app of PayPal's Orders API, which the payment form does not need. */
const PAYPAL_RULES: readonly SettingRule[] = [
  { any: ['PAYPAL_CLIENT_ID'], needs: ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] },
  { any: ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'], needs: ['PAYPAL_CLIENT_ID'] },
];

/** Mails need the seller's address as their sender. */
const MAIL_RULES: readonly SettingRule[] = [{ any: ['SMTP_URL'], needs: ['SELLER_EMAIL'] }];

/** The backend's rules: each third party is set up completely or not at all. */
export const BACKEND_RULES: readonly SettingRule[] = [
  ...STRIPE_RULES,
  ...PAYPAL_RULES,
  ...SIGN_IN_RULES,
  ...SERVER_RULES,
  ...POST_RULES,
  ...MAIL_RULES,
];

/**
 * Finds missing settings that other given settings require.
 * @returns one line per missing setting, as `KEY: is needed beside OTHER`
 */
export function findIncompleteSettings(rules: readonly SettingRule[], given: GivenSettings): string[] {
  const missing = new Map<string, string>();
  for (const { any, needs } of rules) {
    const reason = any.find((key) => given[key] !== undefined);
    if (reason === undefined) continue;
    for (const key of needs) if (given[key] === undefined && !missing.has(key)) missing.set(key, reason);
  }
  return [...missing].map(([key, reason]) => `${key}: is needed beside ${reason}`);
}

/** Finds a VIP role that is also the staff role: customers would buy staff rights with points. */
export const findSameRoleFaults = ({
  DISCORD_VIP_ROLE_ID: vip,
  DISCORD_STAFF_ROLE_ID: staff,
}: GivenSettings): string[] =>
  vip !== undefined && vip === staff
    ? ['DISCORD_VIP_ROLE_ID: must not be DISCORD_STAFF_ROLE_ID, since customers get it for points']
    : [];
