import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimPostsAnswer, type Batch } from '@pax/contracts';
import { z } from 'zod';
import {
  alertEvent,
  startDiscordShop,
  type BotAnswer,
  type DiscordShop,
} from '../../../test/discord-shop.js';

const EVENTS = 60;
const SEEDS = [11, 23, 47];
const idList = z.array(z.number());

/** Answers the same numbers for the same seed, so that a failure can be run again. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As much of Discord as matters here: a nonce it has seen answers the first message. */
class Nonces {
  readonly messages = new Map<string, { id: string; postIds: number[] }>();

  send(batch: Batch, payload: string): string {
    const known = this.messages.get(batch.nonce);
    const message = known ?? {
      id: `8${String(this.messages.size + 1).padStart(17, '0')}`,
      postIds: idList.parse(JSON.parse(payload)),
    };
    this.messages.set(batch.nonce, message);
    return message.id;
  }
}

describe('exactly one message per event, whatever dies when (OWN-134)', () => {
  let shop: DiscordShop;
  beforeAll(async () => {
    shop = await startDiscordShop();
  });
  afterAll(() => shop.close());

  /** One pass of a bot over its channel; it may die after every step, and may be an old one that does not know. */
  const pass = async (fence: number, discord: Nonces, dies: () => boolean): Promise<void> => {
    const claimed = await shop.call('/posts/claim', { channel: 'error', fence });
    const batch = batchOf(claimed);
    if (!batch || dies()) return;
    const postIds = batch.posts.map((post) => post.id);
    const fitting = dies() ? postIds.slice(0, Math.ceil(postIds.length / 2)) : postIds;
    const payload = batch.payload ?? JSON.stringify(fitting);
    const path = `/posts/batches/${batch.id}`;
    if (batch.payload === null) {
      const registered = await shop.call(`${path}/register`, { fence, payload, postIds: fitting });
      if (registered.status !== 204) return;
    }
    if (dies()) return;
    const messageId = discord.send(batch, payload);
    if (dies()) return;
    await shop.call(`${path}/report`, { fence, messageId });
  };

  it.each(SEEDS)(
    'with bots that die and take over at random (seed %i)',
    async (seed) => {
      const seededRandom = chances(seed);
      const discord = new Nonces();
      const from = await lastPost(shop);
      const events = Array.from({ length: EVENTS }, (_, n) => alertEvent(`trouble ${seed} ${n}`));
      await shop.append(...events);
      await shop.lapse();
      let fence = await shop.takeLease(`bot-of-seed-${seed}`);
      for (let turn = 0; (await waiting(shop)) > 0; turn += 1) {
        if (turn > 400) throw new Error('posts are still pending after 400 rounds');
        const old = fence;
        if (seededRandom() < 0.3) {
          await shop.lapse();
          fence = await shop.takeLease(`bot-${seed}-${turn}`);
        }
        const dies = (): boolean => seededRandom() < 0.25;
        // Every now and then the predecessor goes on as if nothing had happened.
        await Promise.all([
          pass(fence, discord, dies),
          ...(seededRandom() < 0.4 ? [pass(old, discord, dies)] : []),
        ]);
      }
      const shown = [...discord.messages.values()].flatMap((message) => message.postIds);
      const written: { id: number; message_id: string }[] = await shop.database.query(
        `SELECT p.id, b.message_id FROM posts p JOIN post_batches b ON b.id = p.batch_id
        WHERE p.state = 'sent' AND p.id > $1 ORDER BY p.id`,
        [from],
      );
      expect(shown.toSorted((a, b) => a - b)).toEqual(written.map(({ id }) => id));
      expect(written).toHaveLength(EVENTS);
      for (const { id, postIds } of discord.messages.values())
        for (const postId of postIds) expect(written).toContainEqual({ id: postId, message_id: id });
    },
    60_000,
  );
});

function batchOf(answer: BotAnswer): Batch | null {
  return answer.status === 200 ? claimPostsAnswer.parse(answer.body).batch : null;
}

async function waiting(shop: DiscordShop): Promise<number> {
  const rows: { n: number }[] = await shop.database.query(
    `SELECT count(*)::int AS n FROM posts WHERE state IN ('pending', 'claimed')`,
  );
  return rows[0]?.n ?? 0;
}

async function lastPost(shop: DiscordShop): Promise<number> {
  const rows: { id: number }[] = await shop.database.query('SELECT COALESCE(max(id), 0) AS id FROM posts');
  return rows[0]?.id ?? 0;
}
