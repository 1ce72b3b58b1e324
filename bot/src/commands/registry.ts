import { staffCalls, type BotRightsAnswer } from '@pax/contracts';
import type { RequestIds } from '../request-ids.js';
import type { ShopClient, ServerClock } from '../shop-client.js';
import {
  type Action,
  type CommandIds,
  type MemberCommand,
  type SlashCommand,
  holdsPermission,
} from './command.js';
import type { LanguageCache } from './language-cache.js';
import { createClaimButton, claimCommand, pointsCommand, referralCommand } from './loyalty.js';
import {
  createProblemButton,
  createProblemModal,
  createReceivedButton,
  createWriteBackButton,
  createWriteBackModal,
} from './direct-message-buttons.js';
import { createOrderMoveCommands, createOrderMoveButton, createOrderMoveMenu } from './staff-orders.js';
import { memberOrdersCommand, createMemberOrdersPageAction } from './staff/member-orders.js';
import { createQueueActions, queueCommand } from './staff/queue.js';
import { createTicketActs } from './staff/ticket-acts.js';
import { orderCommand, ordersCommand, createOrdersPageAction } from './orders.js';
import {
  adminCodeCommand,
  createPanelLinkCommands,
  statusCommand,
  stockSetCommand,
  userCommand,
} from './staff.js';
import { languageCommand, linkCommand, notificationsCommand } from './personal-settings.js';
import { productCommand, poolCommand, stockCommand } from './products.js';
import { createKeepPointsButton, createRedeemButton, redeemCommand, rewardsCommand } from './rewards.js';
import { createRefundButton, refundCommand } from './refund.js';
import { createAmountAction, createAmountModal, createShopActions, shopCommand } from './shop.js';
import { createTicketCommands, createTicketModals, createTicketButtonActions } from './staff-tickets.js';
import { ticketCommand, createTicketModal } from './ticket.js';
import { type Texts, TEXTS } from './texts.js';

/** Commands that `/help` lists under one heading. */
interface CommandGroup {
  name: keyof Texts['helpGroup'];
  commands: readonly SlashCommand[];
}

export interface CommandDeps {
  shop: ShopClient;
  requestIds: RequestIds;
  languages: LanguageCache;
  commandIds: CommandIds;
  /** The backend's clock. */
  clock: Pick<ServerClock, 'msUntil'>;
  publicUrl: string;
  /** True when the shop gives a reward for joining the server; otherwise `/claim` is not offered. */
  joinReward: boolean;
}

/** Creates all actions that people can call: commands, buttons, menus and modals. */
export function createActions(deps: CommandDeps): {
  commands: readonly SlashCommand[];
  memberCommands: readonly MemberCommand[];
  actions: readonly Action[];
} {
  const { shop, publicUrl, joinReward } = deps;
  const groups: readonly CommandGroup[] = [
    { name: 'orders', commands: [ordersCommand(shop), orderCommand(shop)] },
    {
      name: 'shop',
      commands: [shopCommand(deps), stockCommand(shop), productCommand(deps), poolCommand(shop)],
    },
    {
      name: 'loyalty',
      commands: [
        pointsCommand(deps),
        rewardsCommand(deps),
        redeemCommand(deps),
        referralCommand(deps),
        ...(joinReward ? [claimCommand(deps)] : []),
      ],
    },
    {
      name: 'support',
      commands: [
        ticketCommand(),
        linkCommand(deps),
        languageCommand(deps),
        notificationsCommand(shop),
        helpCommand({ publicUrl, shop, commandIds: deps.commandIds, groups: () => groups }),
      ],
    },
    {
      name: 'staff',
      commands: [
        queueCommand(deps),
        ...createOrderMoveCommands(deps),
        ...createTicketCommands(deps),
        refundCommand(deps),
        stockSetCommand(deps),
        userCommand(deps),
        statusCommand(deps),
        ...createPanelLinkCommands(deps),
        adminCodeCommand(shop),
      ],
    },
  ];
  const commands = groups.flatMap((group) => group.commands);
  const memberOrders = memberOrdersCommand(deps);
  return {
    commands,
    memberCommands: [memberOrders],
    actions: [
      ...commands,
      createClaimButton(deps),
      createOrderMoveButton(deps),
      createOrderMoveMenu(deps),
      ...createQueueActions(deps),
      memberOrders,
      createMemberOrdersPageAction(deps),
      ...createTicketButtonActions(),
      ...createTicketActs(deps),
      createOrdersPageAction(shop),
      createReceivedButton(shop),
      createRedeemButton(shop),
      createKeepPointsButton(),
      createRefundButton(deps),
      ...createShopActions(deps),
      createAmountAction(),
      createAmountModal(deps),
      createTicketModal(deps),
      createProblemButton(),
      createProblemModal(deps),
      createWriteBackButton(),
      createWriteBackModal(deps),
      ...createTicketModals(deps),
    ],
  };
}

interface HelpDeps {
  publicUrl: string;
  shop: Pick<ShopClient, 'call'>;
  commandIds: CommandIds;
  /** Returns all commands to list; a function, because they contain `/help` itself. */
  groups: () => readonly CommandGroup[];
}

const CUSTOMER: BotRightsAnswer = { role: 'customer', rights: [] };

/**
 * `/help`: lists by group the commands that the caller may use here; while the shop does not answer, only those for
 * everyone.
 */
export function helpCommand({ publicUrl, shop, commandIds, groups }: HelpDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'help',
    description: { en: 'What the bot can do', de: 'Was der Bot kann' },
    options: [],
    policy: {
      defer: true,
      ephemeral: true,
      permission: 'everyone',
      cooldownSeconds: 2,
      worksInDirectMessages: true,
    },
    async execute({ userId, language, isDirectMessage = false }) {
      const texts = TEXTS[language];
      const holder = await shop
        .call(staffCalls.botRights, { query: { discordId: userId } })
        .catch(() => CUSTOMER);
      const ids = commandIds[isDirectMessage ? 'direct' : 'server'];
      const isShown = ({ policy }: SlashCommand): boolean =>
        holdsPermission(holder, policy.permission) &&
        (!isDirectMessage || policy.worksInDirectMessages === true);
      const parts = groups().flatMap(({ name, commands }) => {
        const lines = commands
          .filter(isShown)
          .map((command) => `${formatCommand(command, ids)} – ${command.description[language]}`);
        return lines.length === 0 ? [] : [[`**${texts.helpGroup[name]}**`, ...lines].join('\n')];
      });
      const last = [...(isDirectMessage ? [texts.moreOnServer] : []), texts.shop(publicUrl)].join('\n');
      return { embeds: [{ title: texts.help, description: [...parts, last].join('\n\n') }] };
    },
  };
}

/** A command that readers can click, or its usage as text while its id is unknown. */
function formatCommand({ name, options }: SlashCommand, ids: ReadonlyMap<string, string>): string {
  const id = ids.get(name);
  if (id !== undefined) return `</${name}:${id}>`;
  return `\`${[`/${name}`, ...options.map((option) => `[${option.name}]`)].join(' ')}\``;
}
