import type { Backend } from '../core/backend.js';
import type { Action, SlashCommand } from '../core/command.js';
import { adminCodeCommand } from './admin-code.js';
import { claimCommand } from './claim.js';
import { helpCommand } from './help.js';
import { orderMoveButton } from './order-move.js';
import { orderCommand } from './order.js';
import { poolCommand } from './pool.js';
import { pointsCommand } from './points.js';
import { referralCommand } from './referral.js';
import { stockCommand } from './stock.js';

export interface CommandDeps {
  backend: Backend;
  publicUrl: string;
  staffRoleId: string | undefined;
  /** Without it nothing offers the reward (OWN-157). */
  joinReward: boolean;
}

/** Every action people can call: the commands that Discord lists, and the buttons. */
export function allActions({ backend, publicUrl, staffRoleId, joinReward }: CommandDeps): {
  commands: readonly SlashCommand[];
  actions: readonly Action[];
} {
  const commands: SlashCommand[] = [
    orderCommand(backend),
    stockCommand(backend),
    poolCommand(backend),
    pointsCommand({ backend, publicUrl }),
    referralCommand({ backend, publicUrl }),
    ...(joinReward ? [claimCommand({ backend, publicUrl })] : []),
    helpCommand({ publicUrl, staffRoleId, commands: () => commands }),
    adminCodeCommand(backend),
  ];
  return { commands, actions: [...commands, orderMoveButton(backend)] };
}
