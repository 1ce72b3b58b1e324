import { staffCalls, type BotRightsAnswer } from '@pax/contracts';
import type { RequestIds } from '../request-ids.js';
import type { ShopClient, ServerClock } from '../shop-client.js';
import { type Action, type SlashCommand, holdsPermission } from './command.js';
import type { LanguageCache } from './language-cache.js';
import { createClaimButton, claimCommand, pointsCommand, referralCommand } from './loyalty.js';
import { createProblemButton, createProblemModal, createReceivedButton } from './direct-message-buttons.js';
import {
  createOrderMoveCommands,
  createOrderMoveButton,
  createOrderMoveMenu,
  queueCommand,
} from './staff-orders.js';
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
import { createTicketCommands, createTicketModals, createTicketReplyButton } from './staff-tickets.js';
import { ticketCommand, createTicketModal } from './ticket.js';
import { TEXTS } from './texts.js';

export interface CommandDeps {
  shop: ShopClient;
  requestIds: RequestIds;
  languages: LanguageCache;
  /** The backend's clock. */
  clock: Pick<ServerClock, 'msUntil'>;
  publicUrl: string;
  /** True when the shop gives a reward for joining the server; otherwise `/claim` is not offered. */
  joinReward: boolean;
}

/** Creates all actions that people can call: slash commands, buttons, menus and modals. */
export function createActions(deps: CommandDeps): {
  commands: readonly SlashCommand[];
  actions: readonly Action[];
} {
  const { shop, clock, publicUrl, joinReward } = deps;
  const commands: SlashCommand[] = [
    ordersCommand(shop),
    orderCommand(shop),
    stockCommand(shop),
    productCommand(deps),
    shopCommand(deps),
    poolCommand(shop),
    pointsCommand(deps),
    rewardsCommand(deps),
    redeemCommand(deps),
    referralCommand(deps),
    ...(joinReward ? [claimCommand(deps)] : []),
    ticketCommand(),
    linkCommand(deps),
    languageCommand(deps),
    notificationsCommand(shop),
    helpCommand({ publicUrl, shop, commands: () => commands }),
    queueCommand(shop, clock),
    ...createOrderMoveCommands(deps),
    ...createTicketCommands(),
    refundCommand(deps),
    stockSetCommand(deps),
    userCommand(deps),
    statusCommand(deps),
    ...createPanelLinkCommands(deps),
    adminCodeCommand(shop),
  ];
  return {
    commands,
    actions: [
      ...commands,
      createClaimButton(deps),
      createOrderMoveButton(deps),
      createOrderMoveMenu(deps),
      createTicketReplyButton(),
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
      ...createTicketModals(deps),
    ],
  };
}

interface HelpDeps {
  publicUrl: string;
  shop: Pick<ShopClient, 'call'>;
  /** Returns all commands to list; a function, because the list contains `/help` itself. */
  commands: () => readonly SlashCommand[];
}

const CUSTOMER: BotRightsAnswer = { role: 'customer', rights: [] };

/**
 * `/help`: lists the commands that the caller may use; while the shop does not answer, only the commands for everyone.
 */
export function helpCommand({ publicUrl, shop, commands }: HelpDeps): SlashCommand {
  return {
    kind: 'slash',
    name: 'help',
    description: { en: 'What the bot can do', de: 'Was der Bot kann' },
    options: [],
    policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 2 },
    async execute({ userId, language }) {
      const texts = TEXTS[language];
      const holder = await shop
        .call(staffCalls.botRights, { query: { discordId: userId } })
        .catch(() => CUSTOMER);
      const shown = commands().filter(({ policy }) => holdsPermission(holder, policy.permission));
      const lines = shown.map(
        (command) => `\`${formatCommandUsage(command)}\` – ${command.description[language]}`,
      );
      return {
        embeds: [{ title: texts.help, description: [...lines, '', texts.shop(publicUrl)].join('\n') }],
      };
    },
  };
}

function formatCommandUsage({ name, options }: SlashCommand): string {
  return [`/${name}`, ...options.map((option) => `[${option.name}]`)].join(' ');
}
