import type { OrderTransition } from '@pax/contracts';
import type { Localised, SlashCommand, SlashOption } from '../core/command.js';
import { moveByStaff, type OrderMoveDeps } from './order-move.js';

const MOVES = {
  process: { en: 'Take an order (staff)', de: 'Eine Bestellung übernehmen (Team)' },
  complete: { en: 'Complete an order (staff)', de: 'Eine Bestellung abschließen (Team)' },
  cancel: { en: 'Cancel an order, in the panel (staff)', de: 'Eine Bestellung im Panel stornieren (Team)' },
} as const satisfies Partial<Record<OrderTransition, Localised>>;

const ORDER: SlashOption = {
  name: 'order',
  type: 'integer',
  required: true,
  description: { en: 'Number of the order', de: 'Nummer der Bestellung' },
};

/**
 * `/process`, `/complete` and `/cancel`: the panel's moves on behalf of staff; cancelling gives money back, which the
 * panel asks a second step for, so it is only linked.
 */
export function moveCommands(deps: OrderMoveDeps): SlashCommand[] {
  return (['process', 'complete', 'cancel'] as const).map((name) => ({
    kind: 'slash',
    name,
    description: MOVES[name],
    options: [ORDER],
    policy: {
      defer: true,
      ephemeral: true,
      permission: name === 'cancel' ? 'refund' : 'move',
      cooldownSeconds: 0,
    },
    execute: ({ userId, language, options }) =>
      moveByStaff(deps, { move: name, order: Number(options['order']), userId, language }),
  }));
}
