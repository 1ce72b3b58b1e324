import { staffCalls, type BotRightsAnswer } from '@pax/contracts';
import type { RequestIds } from '../request-ids.js';
import type { Shop, ServerClock } from '../shop.js';
import { type Action, type SlashCommand, holdsPermission } from './command.js';
import type { Languages } from './languages.js';
import { claimButton, claimCommand, pointsCommand, referralCommand } from './loyalty.js';
import { problemButton, problemWindow, receivedButton } from './direct-message-buttons.js';
import { moveCommands, orderMoveButton, orderMoveSelect, queueCommand } from './staff-orders.js';
import { orderCommand, ordersCommand, ordersPageButton } from './orders.js';
import {
  adminCodeCommand,
  panelActionCommands,
  statusCommand,
  stockSetCommand,
  userCommand,
} from './staff.js';
import { languageCommand, linkCommand, notificationsCommand } from './person.js';
import { productCommand, poolCommand, stockCommand } from './products.js';
import { keepPointsButton, redeemButton, redeemCommand, rewardsCommand } from './rewards.js';
import { refundButton, refundCommand } from './refund.js';
import { amountButton, amountWindow, shopActions, shopCommand } from './shop.js';
import { staffTicketCommands, staffTicketWindows, ticketReplyButton } from './staff-tickets.js';
import { ticketCommand, ticketWindow } from './ticket.js';
import { TEXTS } from './texts.js';

export interface CommandDeps {
  shop: Shop;
  requestIds: RequestIds;
  languages: Languages;
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
    ...moveCommands(deps),
    ...staffTicketCommands(),
    refundCommand(deps),
    stockSetCommand(deps),
    userCommand(deps),
    statusCommand(deps),
    ...panelActionCommands(deps),
    adminCodeCommand(shop),
  ];
  return {
    commands,
    actions: [
      ...commands,
      claimButton(deps),
      orderMoveButton(deps),
      orderMoveSelect(deps),
      ticketReplyButton(),
      ordersPageButton(shop),
      receivedButton(shop),
      redeemButton(shop),
      keepPointsButton(),
      refundButton(deps),
      ...shopActions(deps),
      amountButton(),
      amountWindow(deps),
      ticketWindow(deps),
      problemButton(),
      problemWindow(deps),
      ...staffTicketWindows(deps),
    ],
  };
}

interface HelpDeps {
  publicUrl: string;
  shop: Pick<Shop, 'call'>;
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
      const lines = shown.map((command) => `\`${usage(command)}\` – ${command.description[language]}`);
      return {
        embeds: [{ title: texts.help, description: [...lines, '', texts.shop(publicUrl)].join('\n') }],
      };
    },
  };
}

function usage({ name, options }: SlashCommand): string {
  return [`/${name}`, ...options.map((option) => `[${option.name}]`)].join(' ');
}
