import type { INestApplicationContext, Type } from '@nestjs/common';
import { Loop } from '../src/infra/loops/loop.js';

const DAY_MS = 24 * 60 * 60_000;

/** Runs loops once more and sets their period to a day, since their polls would hide a missing wake-up. */
export async function withoutPolling(
  app: INestApplicationContext,
  ...owners: readonly Type<object>[]
): Promise<void> {
  for (const owner of owners) {
    const loop: unknown = Reflect.get(app.get(owner), 'loop');
    if (!(loop instanceof Loop)) throw new Error(`${owner.name} has no loop`);
    await loop.stop();
    Reflect.set(loop, 'everyMs', DAY_MS);
    loop.start();
    await loop.settled();
  }
}
