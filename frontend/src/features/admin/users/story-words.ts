/** Audit actions and notices with words of their own; others are shown by their name. */
export const STORY_WORDS = {
  'user.block': 'story.events.userBlock',
  'user.unblock': 'story.events.userUnblock',
  'credit.set': 'story.events.creditSet',
  'coins.set': 'story.events.coinsSet',
  'user.tier': 'story.events.userTier',
  'order.process': 'story.events.orderProcess',
  'order.release': 'story.events.orderRelease',
  'order.complete': 'story.events.orderComplete',
  'order.archive': 'story.events.orderArchive',
  'order.cancel': 'story.events.orderCancel',
  'order.refund': 'story.events.orderRefund',
  'order.confirm-payment': 'story.events.orderConfirm',
  'product.update': 'story.events.productUpdate',
  'product.create': 'story.events.productCreate',
  'product.delete': 'story.events.productDelete',
  'product.restore': 'story.events.productRestore',
  'notice.new_browser': 'story.events.noticeNewBrowser',
  'notice.discord_linked': 'story.events.noticeDiscordLinked',
  'notice.discord_unlinked': 'story.events.noticeDiscordUnlinked',
  'notice.password_set': 'story.events.noticePasswordSet',
  'notice.password_changed': 'story.events.noticePasswordChanged',
  'notice.password_reset': 'story.events.noticePasswordReset',
  'notice.sessions_ended': 'story.events.noticeSessionsEnded',
  'notice.data_exported': 'story.events.noticeDataExported',
  'notice.deletion_asked': 'story.events.noticeDeletionAsked',
  'notice.deletion_taken_back': 'story.events.noticeDeletionTakenBack',
  'account.delete': 'story.events.accountDelete',
} as const;

/** Whether an action has words of its own. */
export const hasWords = (action: string): action is keyof typeof STORY_WORDS => action in STORY_WORDS;
