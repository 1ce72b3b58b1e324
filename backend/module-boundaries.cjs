/**
 * What each backend module offers and owns (D-101). Other modules import only its entry; only its own SQL names its
 * tables, except where `reads` says so. Checked by `npm run check` and `src/module-boundaries.spec.ts`.
 */
module.exports = {
  /**
   * Files that other modules may import besides `*.module.ts`: queries, named writes, entities and their mappers.
   * In order: a module imports only modules listed above it.
   */
  entries: {
    audit: ['audit.ts', 'security-log.ts'],
    ledger: ['accounts.ts', 'ledger.ts', 'set-on-hand.ts'],
    roles: ['discord-rest.ts', 'role-source.ts'],
    accounts: [
      'accounts.queries.ts',
      'block-user.ts',
      'browser-info.ts',
      'insert-account.ts',
      'link-discord.ts',
      'lock-user.ts',
      'name-account.ts',
      'operator-right.ts',
      'record-spending.ts',
      'referral-code.ts',
      'register-account.ts',
      'register-with-discord.ts',
      'replace-password-hash.ts',
      'security-notices.ts',
      'user.entity.ts',
      'username-key.ts',
    ],
    loyalty: ['frozen.ts', 'loyalty.queries.ts', 'return-reward.ts', 'reward.entity.ts', 'usable-reward.ts'],
    profile: ['own-account.ts'],
    auth: ['actor-source.ts', 'admin-code/issue-admin-code.ts'],
    realtime: ['realtime.gateway.ts'],
    catalog: ['catalog.queries.ts', 'product.entity.ts', 'product.mapper.ts'],
    orders: [
      'create-join-order.ts',
      'create-orders.ts',
      'find-orders.ts',
      'join-claims.ts',
      'lock-order.ts',
      'note-refund.ts',
      'order-history.ts',
      'order.entity.ts',
      'order.mapper.ts',
      'orders.queries.ts',
      'refund-share.ts',
      'unconfirmed-orders.ts',
      'withdrawals.ts',
    ],
    payments: [
      'lifecycle/payment-lifecycle.ts',
      'payables.ts',
      'payment-provider.ts',
      'payment-providers.ts',
      'refunds/request-refund.ts',
      'strand-payment.ts',
      // The health check reads the version and state of Stripe's client.
      'stripe/stripe-client.ts',
      'stripe/stripe-provider.ts',
    ],
    referrals: ['commission-within-cap.ts', 'referrals.queries.ts'],
    checkout: [
      'checkout-locks.ts',
      'checkout.queries.ts',
      'settle/count-refund.ts',
      'settle/end-unpaid.ts',
      'settle/settle-checkout.ts',
      'settle/settle.module.ts',
    ],
    fulfilment: ['transition-order.ts'],
    discord: ['bot/bot-lease.ts'],
    operations: [],
  },
  /** The one owner of each table: a module, or a folder of infra. */
  tables: {
    'modules/accounts': ['security_notices', 'users'],
    'modules/audit': ['audit_log'],
    'modules/auth': ['admin_codes', 'known_browsers', 'oauth_states'],
    'modules/catalog': ['products'],
    'modules/checkout': ['checkout_lines', 'checkouts'],
    'modules/discord': ['bot_lease', 'bot_logins', 'post_batches', 'posts', 'stock_levels'],
    'modules/ledger': ['ledger_balances', 'ledger_journal', 'ledger_lines'],
    'modules/loyalty': ['rewards', 'role_grants'],
    'modules/orders': ['join_claims', 'order_history', 'orders'],
    'modules/payments': ['payments', 'provider_messages', 'reconciliations', 'refunds'],
    'modules/referrals': ['former_referral_codes'],
    'infra/discord': ['discord_faults'],
    'infra/outbox': ['outbox_events', 'stream_messages', 'stream_rooms'],
    'infra/sessions': ['sessions'],
  },
  /** SQL on other owners' tables, by file, with the reason. Whoever removes one deletes its line. */
  exceptions: {
    'infra/sessions/session-statements.ts': [['users'], 'one read per call: a session with its facts'],
    'infra/sessions/sessions.ts': [['users'], 'locks the account while a session opens'],
    'modules/auth/sessions/start-user-session.ts': [['users'], 'locks and compares in one round trip'],
    'modules/catalog/catalog.queries.ts': [['ledger_balances'], 'stock of all products with their versions'],
    'modules/catalog/public-catalog-cache.ts': [
      ['ledger_balances', 'stream_rooms'],
      'one read tells whether the list changed',
    ],
    'modules/catalog/release-products.ts': [['outbox_events'], 'finds products without an event since'],
    'modules/checkout/checkout-locks.ts': [['users'], 'locks buyer and referrer in one statement'],
    'modules/checkout/place/placement-limits.ts': [['orders'], 'one read per placement'],
    'modules/checkout/session/checkout-sweeper.ts': [['users'], 'cancels checkouts of blocked accounts'],
    'modules/loyalty/grant-vip-roles.ts': [['users'], 'takes due grants of linked accounts in one statement'],
    'modules/loyalty/points-history.ts': [
      ['checkouts', 'ledger_journal', 'ledger_lines'],
      'one list from the journal, described by what caused it',
    ],
    'modules/loyalty/usable-reward.ts': [
      ['checkouts'],
      'whether a checkout that holds the code is being confirmed',
    ],
    'modules/operations/invariants-watch.ts': [['outbox_events'], 'raises an alert once an hour'],
    'modules/operations/metrics.ts': [
      ['bot_lease', 'bot_logins', 'checkouts', 'discord_faults', 'outbox_events', 'posts', 'reconciliations'],
      'counts for monitoring in one read; changes nothing',
    ],
    'modules/orders/lock-order.ts': [['checkouts'], 'locks in the one order of all locks'],
    'modules/orders/order.mapper.ts': [
      ['checkouts', 'refunds', 'users'],
      'names and refunds of a list in one read',
    ],
    'modules/orders/orders.queries.ts': [['users'], 'searches orders by their buyer'],
    'modules/payments/reconciliation/recorded-movements.ts': [
      ['checkouts'],
      'the reference that people look for',
    ],
    'modules/referrals/apply-referral.ts': [['users'], 'walks the line of referrers in one statement'],
    'modules/referrals/commission-within-cap.ts': [
      ['checkouts', 'orders'],
      'what a month has earned, by when purchases were paid',
    ],
    'modules/referrals/referral-locks.ts': [['users'], 'owner of a present or former code'],
    'modules/referrals/referrals.queries.ts': [
      ['ledger_lines', 'orders', 'users'],
      'one read of friends and what they earned',
    ],
  },
};
