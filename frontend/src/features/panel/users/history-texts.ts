import type { AccountEvent, AuditAction, SecurityNoticeKind } from '@pax/contracts';
import { formatCount, formatDecimal } from '../../../lib/values/format';

/** Translation function for the area `users`. */
type Translate = (
  key:
    | (typeof ACTION_KEYS)[keyof typeof ACTION_KEYS]
    | 'users:story.events.other'
    | `users:story.actors.${(typeof ACTORS)[number] | 'discord'}`
    | `users:story.facts.${(typeof FACTS)[number]}`
    | `users:story.subjects.${(typeof SUBJECTS)[number]}`,
  values?: Readonly<Record<string, unknown>>,
) => string;

/** Catalogue keys of every audit action and of every notice to the owner. */
const ACTION_KEYS = {
  'account.delete': 'users:story.events.accountDelete',
  'account.delete-asked': 'users:story.events.accountDeleteAsked',
  'account.delete-taken-back': 'users:story.events.accountDeleteTakenBack',
  'account.export': 'users:story.events.accountExport',
  'admin-code.issue': 'users:story.events.adminCodeIssue',
  'admin-code.issue.refused': 'users:story.events.adminCodeIssueRefused',
  'admin-code.limited': 'users:story.events.adminCodeLimited',
  'admin-code.unchecked': 'users:story.events.adminCodeUnchecked',
  'admin-code.refused': 'users:story.events.adminCodeRefused',
  'admin-code.use': 'users:story.events.adminCodeUse',
  'block.refused': 'users:story.events.blockRefused',
  'bot-token.refused': 'users:story.events.botTokenRefused',
  'cancel.refused': 'users:story.events.cancelRefused',
  'checkout.late-crypto': 'users:story.events.checkoutLateCrypto',
  'checkout.refunded-outside': 'users:story.events.checkoutRefundedOutside',
  'checkout.withdraw': 'users:story.events.checkoutWithdraw',
  'coins.set': 'users:story.events.coinsSet',
  'credit.set': 'users:story.events.creditSet',
  'discord.act': 'users:story.events.discordAct',
  'discord.link': 'users:story.events.discordLink',
  'discord.unlink': 'users:story.events.discordUnlink',
  'dispute-packet.read': 'users:story.events.disputePacketRead',
  'dispute.end': 'users:story.events.disputeEnd',
  'hold.release': 'users:story.events.holdRelease',
  'image.upload': 'users:story.events.imageUpload',
  'login.refused': 'users:story.events.loginRefused',
  'operator.create': 'users:story.events.operatorCreate',
  'operator.revoke': 'users:story.events.operatorRevoke',
  'order.archive': 'users:story.events.orderArchive',
  'order.archive.refused': 'users:story.events.orderArchiveRefused',
  'order.cancel': 'users:story.events.orderCancel',
  'order.cancel.refused': 'users:story.events.orderCancelRefused',
  'order.complete': 'users:story.events.orderComplete',
  'order.complete.refused': 'users:story.events.orderCompleteRefused',
  'order.confirm-payment': 'users:story.events.orderConfirmPayment',
  'order.process': 'users:story.events.orderProcess',
  'order.process.refused': 'users:story.events.orderProcessRefused',
  'order.refund': 'users:story.events.orderRefund',
  'order.refund.refused': 'users:story.events.orderRefundRefused',
  'order.release': 'users:story.events.orderRelease',
  'order.release.refused': 'users:story.events.orderReleaseRefused',
  'panel.link': 'users:story.events.panelLink',
  'panel.refused': 'users:story.events.panelRefused',
  'password.change': 'users:story.events.passwordChange',
  'password.refused': 'users:story.events.passwordRefused',
  'pool.refused': 'users:story.events.poolRefused',
  'post.resend': 'users:story.events.postResend',
  'post.test': 'users:story.events.postTest',
  'product.create': 'users:story.events.productCreate',
  'product.delete': 'users:story.events.productDelete',
  'product.restore': 'users:story.events.productRestore',
  'product.stock.refused': 'users:story.events.productStockRefused',
  'product.update': 'users:story.events.productUpdate',
  'queue.refused': 'users:story.events.queueRefused',
  'refund.done': 'users:story.events.refundDone',
  'rights.set': 'users:story.events.rightsSet',
  'second-step.add': 'users:story.events.secondStepAdd',
  'second-step.limited': 'users:story.events.secondStepLimited',
  'second-step.owed': 'users:story.events.secondStepOwed',
  'second-step.pass': 'users:story.events.secondStepPass',
  'second-step.recovery-codes': 'users:story.events.secondStepRecoveryCodes',
  'second-step.refused': 'users:story.events.secondStepRefused',
  'second-step.remove': 'users:story.events.secondStepRemove',
  'second-step.reset': 'users:story.events.secondStepReset',
  'session.end': 'users:story.events.sessionEnd',
  'session.end-others': 'users:story.events.sessionEndOthers',
  'session.open': 'users:story.events.sessionOpen',
  'status.refused': 'users:story.events.statusRefused',
  'ticket.answer': 'users:story.events.ticketAnswer',
  'ticket.closed': 'users:story.events.ticketClosed',
  'ticket.in_progress': 'users:story.events.ticketInProgress',
  'ticket.note': 'users:story.events.ticketNote',
  'ticket.note.refused': 'users:story.events.ticketNoteRefused',
  'ticket.open': 'users:story.events.ticketOpen',
  'ticket.reply.refused': 'users:story.events.ticketReplyRefused',
  'ticket.resolved': 'users:story.events.ticketResolved',
  'user.block': 'users:story.events.userBlock',
  'user.tier': 'users:story.events.userTier',
  'user.unblock': 'users:story.events.userUnblock',
  'users.refused': 'users:story.events.usersRefused',
  'notice.new_browser': 'users:story.events.noticeNewBrowser',
  'notice.discord_linked': 'users:story.events.noticeDiscordLinked',
  'notice.discord_unlinked': 'users:story.events.noticeDiscordUnlinked',
  'notice.password_set': 'users:story.events.noticePasswordSet',
  'notice.password_changed': 'users:story.events.noticePasswordChanged',
  'notice.password_reset': 'users:story.events.noticePasswordReset',
  'notice.sessions_ended': 'users:story.events.noticeSessionsEnded',
  'notice.second_step_added': 'users:story.events.noticeSecondStepAdded',
  'notice.second_step_removed': 'users:story.events.noticeSecondStepRemoved',
  'notice.second_step_reset': 'users:story.events.noticeSecondStepReset',
  'notice.recovery_codes_renewed': 'users:story.events.noticeRecoveryCodesRenewed',
  'notice.recovery_code_used': 'users:story.events.noticeRecoveryCodeUsed',
  'notice.data_exported': 'users:story.events.noticeDataExported',
  'notice.deletion_asked': 'users:story.events.noticeDeletionAsked',
  'notice.deletion_taken_back': 'users:story.events.noticeDeletionTakenBack',
} as const satisfies Record<AuditAction | `notice.${SecurityNoticeKind}`, string>;

const isKnown = (action: string): action is keyof typeof ACTION_KEYS => Object.hasOwn(ACTION_KEYS, action);

/** Returns the text of an action; an unknown one from an older or newer shop has a general text. */
export const actionText = (t: Translate, action: string): string =>
  t(isKnown(action) ? ACTION_KEYS[action] : 'users:story.events.other');

const SUBJECTS = [
  'channel',
  'checkout',
  'dispute',
  'image',
  'post',
  'product',
  'refund',
  'role',
  'ticket',
  'user',
] as const;
const FACTS = [
  'name',
  'amount',
  'price',
  'stock',
  'coinStock',
  'tier',
  'before',
  'count',
  'reason',
  'reference',
  'browser',
  'system',
] as const;

/** Returns the texts of an event's subject and facts, without hashes and program names. An order has a link instead. */
export function factTexts(t: Translate, detail: AccountEvent['detail']): string[] {
  const [, kind, id] = /^([a-z-]+):(.+)$/.exec(String(detail['subject'] ?? '')) ?? [];
  const subject = SUBJECTS.find((known) => known === kind);
  const facts = FACTS.flatMap((fact) => {
    const value = detail[fact];
    if (value === undefined || value === null || value === '' || typeof value === 'boolean') return [];
    const isMoney = fact === 'amount' || fact === 'price';
    const shown = isMoney
      ? formatDecimal(String(value))
      : typeof value === 'number'
        ? formatCount(value)
        : value;
    return [t(`users:story.facts.${fact}`, { value: shown })];
  });
  return subject ? [t(`users:story.subjects.${subject}`, { id }), ...facts] : facts;
}

const ACTORS = ['shop', 'operator', 'visitor', 'bot'] as const;

/** Returns the actor's user name, or a text for a program or an unknown actor. */
export function actorText(t: Translate, actor: string): string {
  const known = ACTORS.find((name) => name === actor);
  if (known) return t(`users:story.actors.${known}`);
  const [, id] = /^discord:(\d+)$/.exec(actor) ?? [];
  return id === undefined ? actor : t('users:story.actors.discord', { id });
}
