import { BOT_ORDERS_PAGE_SIZE, discordId, formatCount, staffLookUpCalls } from '@pax/contracts';
import { ButtonStyle, ComponentType, type APIButtonComponent } from 'discord.js';
import { z } from 'zod';
import { buildCustomId } from '../../messages/custom-id.js';
import { actionRow } from '../../messages/layout.js';
import { escapeMarkdown, formatCodeSpan } from '../../messages/sanitize-text.js';
import type { ShopClient } from '../../shop-client.js';
import type { Action, Call, MemberCommand, Reply } from '../command.js';
import { formatOrderLine } from '../orders.js';
import { STAFF_TEXTS } from '../staff-texts.js';
import { TEXTS } from '../texts.js';

interface MemberOrdersDeps {
  readonly shop: Pick<ShopClient, 'call'>;
  /** Base address of the shop's website. */
  readonly publicUrl: string;
}

const PAGE_BUTTON = 'member-orders';
const LABEL = { en: 'Orders of this member', de: 'Bestellungen dieses Mitglieds' } as const;
const NAME_LENGTH = 40;
const pageArgs = z.tuple([discordId, z.coerce.number().int().min(1).max(999_999)]);

const createPageButton = (label: string, memberId: string, page: number): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  label,
  custom_id: buildCustomId(PAGE_BUTTON, memberId, page),
});

async function showOrders(
  { shop, publicUrl }: MemberOrdersDeps,
  { userId, language }: Call,
  memberId: string,
  asked: number,
): Promise<Reply> {
  const [texts, common] = [STAFF_TEXTS[language], TEXTS[language]];
  const query = { discordId: userId, memberId, page: String(asked) };
  const { account, orders, total, mayReadUsers } = await shop.call(staffLookUpCalls.botMemberOrders, {
    query,
  });
  if (account === null) return { content: texts.noAccountOfMember };
  const pages = Math.max(1, Math.ceil(total / BOT_ORDERS_PAGE_SIZE));
  const page = Math.min(asked, pages);
  const lines = orders.map(
    (order) => `${formatOrderLine(order, common)} · ${formatCodeSpan(order.minecraftName, NAME_LENGTH)}`,
  );
  const username = escapeMarkdown(account.username, NAME_LENGTH);
  const buttons: APIButtonComponent[] = [
    ...(page > 1 ? [createPageButton(common.newer, memberId, page - 1)] : []),
    ...(page < pages ? [createPageButton(common.older, memberId, page + 1)] : []),
  ];
  if (mayReadUsers) {
    const url = `${publicUrl}/admin?tab=users&open=${account.id}`;
    buttons.push({ type: ComponentType.Button, style: ButtonStyle.Link, label: texts.openPanel, url });
  }
  return {
    embeds: [
      {
        title: texts.ordersOf(username, formatCount(total, language)),
        description: lines.length > 0 ? lines.join('\n') : texts.noOrdersOfMember,
      },
    ],
    components: buttons.length > 0 ? [actionRow(...buttons)] : [],
  };
}

const POLICY = { defer: true, ephemeral: true, permission: 'orders' } as const;

/** "Orders of this member" in the menu of a member: shows staff the orders of the member's account, newest first. */
export function memberOrdersCommand(deps: MemberOrdersDeps): MemberCommand {
  return {
    kind: 'member',
    name: LABEL.en,
    label: LABEL,
    policy: { ...POLICY, cooldownSeconds: 2 },
    async execute(call) {
      if (call.memberId === undefined) throw new Error('a menu of a member names the member');
      return showOrders(deps, call, call.memberId, 1);
    },
  };
}

/** The page buttons below a member's orders. */
export function createMemberOrdersPageAction(deps: MemberOrdersDeps): Action {
  return {
    kind: 'component',
    name: PAGE_BUTTON,
    policy: { ...POLICY, cooldownSeconds: 0, updates: true },
    async execute(call) {
      const [memberId, page] = pageArgs.parse(call.args);
      return showOrders(deps, call, memberId, page);
    },
  };
}
