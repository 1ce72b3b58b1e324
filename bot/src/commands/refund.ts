import {
  staffCalls,
  discordId,
  formatDecimal,
  parseDecimalToCents,
  MAX_CHARGE,
  parseTypedAmount,
  formatCentsAsDecimal,
  type BotOrderToRefundAnswer,
} from '@pax/contracts';
import { ButtonStyle, ComponentType } from 'discord.js';
import { z } from 'zod';
import type { Action, Language, Reply, SlashCommand } from './command.js';
import { buildCustomId, ForeignButtonError, creationToken, toCreationToken } from '../messages/custom-id.js';
import { itemName } from '../messages/format.js';
import { hasCode, type ShopClient } from '../shop-client.js';
import { UserFacingError } from './command.js';
import { formatCodeSpan, escapeMarkdown } from '../messages/sanitize-text.js';
import { createOrderOption } from './staff/suggestions.js';
import { STAFF_TEXTS, type StaffTexts } from './staff-texts.js';

export interface RefundDeps {
  shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  publicUrl: string;
}

/** Button argument that means the whole refundable amount. */
const WHOLE_AMOUNT = 'all';
const positiveInt = z.coerce.number().int().min(1).max(2_147_483_647);
const confirmedArgs = z.tuple([
  discordId,
  positiveInt,
  positiveInt,
  z.string().regex(/^(?:all|\d{1,6}\.\d\d)$/),
  creationToken,
]);

/**
 * `/refund <order> [amount]`: asks staff to confirm a refund; the confirmation is valid only while the order stays
 * unchanged.
 */
export function refundCommand({ shop }: RefundDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'refund',
    description: {
      en: 'Refund a delivered order (staff)',
      de: 'Eine gelieferte Bestellung erstatten (Team)',
    },
    options: [
      createOrderOption(shop, 'refund'),
      {
        name: 'amount',
        type: 'text',
        description: { en: 'Dollars; all of it without', de: 'Dollar; ohne Angabe alles' },
      },
    ],
    policy: { defer: true, ephemeral: true, permission: 'refund', cooldownSeconds: 1 },
    async execute({ userId, language, options }) {
      const amount = parseRefundAmount(options['amount'], STAFF_TEXTS[language]);
      const order = await readOrderToRefund(shop, Number(options['order']), { userId, language, amount });
      return createConfirmationReply(order, amount, { userId, language });
    },
  };
}

async function readOrderToRefund(
  shop: RefundDeps['shop'],
  id: number,
  { userId, language, amount }: { userId: string; language: Language; amount: string | undefined },
): Promise<BotOrderToRefundAnswer> {
  try {
    const query = { discordId: userId, amount };
    return await shop.call(staffCalls.botOrderToRefund, { params: { id }, query });
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) throw new UserFacingError(STAFF_TEXTS[language].noOrder);
    throw error;
  }
}

function createConfirmationReply(
  {
    id,
    version,
    productName,
    quantity,
    minecraftName,
    createdAt,
    refundable,
    goesBack,
  }: BotOrderToRefundAnswer,
  amount: string | undefined,
  { userId, language }: { userId: string; language: Language },
): Reply {
  const texts = STAFF_TEXTS[language];
  const isTooMuch =
    amount === undefined
      ? refundable === '0.00' && goesBack === undefined
      : refundable !== undefined && parseDecimalToCents(amount) > parseDecimalToCents(refundable);
  if (isTooMuch)
    throw new UserFacingError(texts.refundAtMost(id, formatDecimal(refundable ?? '0.00', language)));
  const sums = goesBack && texts.goesBack(formatRefundedSums(goesBack, language));
  const what = `${quantity} × ${escapeMarkdown(itemName(productName, language))}, ${formatCodeSpan(minecraftName)}`;
  return {
    content:
      amount === undefined
        ? texts.refundAll(id, what, sums ?? (refundable && formatDecimal(refundable, language)))
        : texts.refundPart(id, sums ?? formatDecimal(amount, language), what),
    components: [
      {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.Button,
            style: ButtonStyle.Danger,
            label: texts.refund,
            custom_id: buildCustomId(
              'refund',
              userId,
              id,
              version,
              amount ?? WHOLE_AMOUNT,
              toCreationToken(createdAt),
            ),
          },
        ],
      },
    ],
  };
}

/** Refunded sums as text, without sums of zero; when all sums are zero, the text says so for cash. */
const formatRefundedSums = (
  { cash, storeCredit, bonus }: NonNullable<BotOrderToRefundAnswer['goesBack']>,
  language: Language,
) => {
  const [credit, gift] = [storeCredit, bonus].map((sum) =>
    parseDecimalToCents(sum) > 0 ? formatDecimal(sum, language) : undefined,
  );
  const isCash = parseDecimalToCents(cash) > 0 || (!credit && !gift);
  return { cash: isCash ? formatDecimal(cash, language) : undefined, credit, gift };
};

/**
 * The confirm button of `/refund`: refunds up to the staff limit, only once; above the limit, links to the panel, which
 * requires the second step.
 */
export function createRefundButton({ shop, publicUrl }: RefundDeps): Action {
  return {
    kind: 'component',
    name: 'refund',
    policy: { defer: true, ephemeral: true, permission: 'refund', cooldownSeconds: 0, updates: true },
    async execute({ userId, language, args }) {
      const [owner, order, version, asked, madeAt] = confirmedArgs.parse(args);
      if (owner !== userId) throw new ForeignButtonError();
      const texts = STAFF_TEXTS[language];
      try {
        const amount = asked === WHOLE_AMOUNT ? undefined : asked;
        const body = { discordId: userId, version, madeAt, amount };
        await shop.call(staffCalls.botRefundOrder, { params: { id: order }, body });
      } catch (error) {
        if (hasCode(error, 'SECOND_STEP_REQUIRED'))
          return { content: texts.inPanel(`${publicUrl}/admin?q=${order}`), components: [] };
        if (hasCode(error, 'NOT_FOUND')) throw new UserFacingError(texts.noOrder);
        if (hasCode(error, 'STALE')) throw new UserFacingError(texts.refundStale(order));
        if (hasCode(error, 'REFUND_TOO_LARGE')) throw new UserFacingError(texts.refundTooLarge);
        throw error;
      }
      return { content: texts.refunded(order), components: [] };
    },
  };
}

/**
 * Parses a typed amount of dollars, with or without dollar sign and cents.
 * @throws UserFacingError for any other text
 */
function parseRefundAmount(typed: string | number | undefined, texts: StaffTexts): string | undefined {
  if (typed === undefined) return undefined;
  const cents = parseTypedAmount(String(typed));
  if (cents === undefined || cents > MAX_CHARGE) throw new UserFacingError(texts.amountUnread);
  return formatCentsAsDecimal(cents);
}
