import { orderTransition, type OrderTransition } from '@pax/contracts';
import { z } from 'zod';

/** Custom id of an order button: `order:<move>:<order id>`. */
export const orderButton = z
  .string()
  .max(100)
  .regex(/^order:[a-z]+:[1-9]\d{0,9}$/)
  .transform((customId) => {
    const [, move, orderId] = customId.split(':');
    return { move, orderId: Number(orderId) };
  })
  .pipe(z.object({ move: orderTransition, orderId: z.number().int().max(2_147_483_647) }));
export type OrderButton = z.output<typeof orderButton>;

export function orderButtonId(move: OrderTransition, orderId: number): string {
  return `order:${move}:${orderId}`;
}

/** Parses a custom id; undefined when it is not an order button. */
export function parseButton(customId: string): OrderButton | undefined {
  return orderButton.safeParse(customId).data;
}
