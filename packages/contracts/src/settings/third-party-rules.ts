type GivenSettings = Readonly<Record<string, unknown>>;

/** Settings that depend on each other: when one of `any` is set, all of `needs` must be set. */
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
/** Rule for the channels of posts: none or all, since the bot posts to every channel once one is set. */
const POST_RULES: readonly SettingRule[] = [
  {
    any: [...CHANNELS, 'DISCORD_CHANNEL_TICKETS', 'DISCORD_CHANNEL_PURCHASES', 'DISCORD_CHANNEL_RESTOCKS'],
    needs: ['DISCORD_TOKEN', 'BOT_API_TOKEN', ...CHANNELS],
  },
];
const STRIPE_RULES: readonly SettingRule[] = [
  { any: ['STRIPE_SECRET_KEY'], needs: ['STRIPE_WEBHOOK_SECRET'] },
  { any: ['STRIPE_WEBHOOK_SECRET'], needs: ['STRIPE_SECRET_KEY'] },
];
/** Rule for the app of PayPal's Orders API, which PayPal's payment form does not need. */
const PAYPAL_RULES: readonly SettingRule[] = [
  { any: ['PAYPAL_CLIENT_ID'], needs: ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] },
  { any: ['PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'], needs: ['PAYPAL_CLIENT_ID'] },
];

/** Rule for mails, whose sender is the seller's address. */
const MAIL_RULES: readonly SettingRule[] = [{ any: ['SMTP_URL'], needs: ['SELLER_EMAIL'] }];

/** Rules of the backend: each third party must be set up completely or not at all. */
export const BACKEND_RULES: readonly SettingRule[] = [
  ...STRIPE_RULES,
  ...PAYPAL_RULES,
  ...SIGN_IN_RULES,
  ...SERVER_RULES,
  ...POST_RULES,
  ...MAIL_RULES,
];

/**
 * Finds missing settings that other settings require.
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

/** Finds a VIP role that is also the staff role, with which customers would buy staff rights for points. */
export const findSameRoleFaults = ({
  DISCORD_VIP_ROLE_ID: vip,
  DISCORD_STAFF_ROLE_ID: staff,
}: GivenSettings): string[] =>
  vip !== undefined && vip === staff
    ? ['DISCORD_VIP_ROLE_ID: must not be DISCORD_STAFF_ROLE_ID, since customers get it for points']
    : [];
