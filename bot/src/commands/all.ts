import type { Backend } from '../core/backend.js';
import type { Action, SlashCommand } from '../core/command.js';
import type { DirectBackend } from '../core/direct-backend.js';
import type { PeopleBackend } from '../core/people-backend.js';
import type { ServerClock } from '../core/server-clock.js';
import type { StaffBackend } from '../core/staff-backend.js';
import type { Languages } from '../services/languages.js';
import { adminCodeCommand } from './admin-code.js';
import { claimButton } from './claim-button.js';
import { claimCommand } from './claim.js';
import { helpCommand } from './help.js';
import { languageCommand } from './language.js';
import { linkCommand } from './link.js';
import { moveCommands } from './move-commands.js';
import { notificationsCommand } from './notifications.js';
import { orderMoveButton } from './order-move.js';
import { orderMoveSelect } from './order-select.js';
import { orderCommand } from './order.js';
import { ordersCommand, ordersPageButton } from './orders.js';
import { poolCommand } from './pool.js';
import { pointsCommand } from './points.js';
import { problemButton, problemWindow } from './problem.js';
import { productCommand } from './product.js';
import { queueCommand } from './queue.js';
import { receivedButton } from './received.js';
import { keepPointsButton, redeemButton, redeemCommand } from './redeem.js';
import { referralCommand } from './referral.js';
import { rewardsCommand } from './rewards.js';
import { panelActCommands } from './panel-acts.js';
import { refundButton, refundCommand } from './refund.js';
import { statusCommand, stockSetCommand, userCommand } from './staff-acts.js';
import { amountButton, amountWindow } from './shop/shop-amount.js';
import { shopActions, shopCommand } from './shop/shop.js';
import { staffTicketCommands, staffTicketWindows, ticketReplyButton } from './staff-tickets.js';
import { stockCommand } from './stock.js';
import { ticketCommand, ticketWindow } from './ticket.js';

export interface CommandDeps {
  backend: Backend;
  direct: DirectBackend;
  people: PeopleBackend;
  staff: StaffBackend;
  languages: Languages;
  /** The shop's clock. */
  clock: Pick<ServerClock, 'msUntil'>;
  publicUrl: string;
  /** Without it nothing offers the reward. */
  joinReward: boolean;
}

/** Every action people can call: the commands that Discord lists, the buttons and the windows. */
export function allActions(deps: CommandDeps): {
  commands: readonly SlashCommand[];
  actions: readonly Action[];
} {
  const { backend, direct, people, staff, clock, publicUrl, joinReward } = deps;
  const commands: SlashCommand[] = [
    ordersCommand(backend),
    orderCommand(backend),
    stockCommand(backend),
    productCommand(deps),
    shopCommand(deps),
    poolCommand(backend),
    pointsCommand(deps),
    rewardsCommand(deps),
    redeemCommand(deps),
    referralCommand(deps),
    ...(joinReward ? [claimCommand(deps)] : []),
    ticketCommand(),
    linkCommand(deps),
    languageCommand(deps),
    notificationsCommand(people),
    helpCommand({ publicUrl, staff, commands: () => commands }),
    queueCommand(staff, clock),
    ...moveCommands(deps),
    ...staffTicketCommands(),
    refundCommand(deps),
    stockSetCommand(deps),
    userCommand(deps),
    statusCommand(deps),
    ...panelActCommands(deps),
    adminCodeCommand(backend),
  ];
  return {
    commands,
    actions: [
      ...commands,
      claimButton(deps),
      orderMoveButton(deps),
      orderMoveSelect(deps),
      ticketReplyButton(),
      ordersPageButton(backend),
      receivedButton(direct),
      redeemButton(people),
      keepPointsButton(),
      refundButton(deps),
      ...shopActions(deps),
      amountButton(),
      amountWindow(deps),
      ticketWindow(deps),
      problemButton(),
      problemWindow(deps),
      ...staffTicketWindows(staff),
    ],
  };
}
