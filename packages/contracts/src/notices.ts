/** Ways besides the bell in which a notice can reach its reader. The bell shows every notice. */
export const NOTICE_WAYS = ['direct', 'mail', 'push'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

interface NoticeKindDefinition {
  /** The ways that the kind can take, each of which its reader can switch off. */
  readonly ways: readonly NoticeWay[];
  /** True if a newer notice on the same topic replaces an unsent one; never of payments, deliveries and sums. */
  readonly isReplaceable: boolean;
}

/**
 * The kinds of notices and their ways, without a schema, because the bell would otherwise load zod. Payments are
 * mailed as receipts, tickets to their own addresses.
 */
export const NOTICES = {
  paid: { ways: ['direct', 'push'], isReplaceable: false },
  taken: { ways: ['direct', 'mail', 'push'], isReplaceable: true },
  delivered: { ways: ['direct', 'mail', 'push'], isReplaceable: false },
  cancelled: { ways: ['direct', 'mail', 'push'], isReplaceable: false },
  refunded: { ways: ['direct', 'mail', 'push'], isReplaceable: false },
  ticket: { ways: ['direct', 'mail', 'push'], isReplaceable: true },
  // Only the bell, because each comes together with a delivery, which every way tells.
  unlocked: { ways: [], isReplaceable: false },
  tier: { ways: ['direct', 'push'], isReplaceable: true },
  friend: { ways: ['direct', 'push'], isReplaceable: false },
  stranded: { ways: ['direct', 'mail', 'push'], isReplaceable: false },
  restocked: { ways: ['direct', 'mail', 'push'], isReplaceable: true },
} as const satisfies Readonly<Record<string, NoticeKindDefinition>>;

export type NoticeKind = keyof typeof NOTICES;
const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(NOTICES, name);
export const NOTICE_KINDS: readonly NoticeKind[] = Object.keys(NOTICES).filter(isNoticeKind);

/** Definition of a kind of notice, as the general type. */
export const noticeDefinition = (kind: NoticeKind): NoticeKindDefinition => NOTICES[kind];
