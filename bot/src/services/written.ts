import type { Call, Reply } from '../core/command.js';
import { block } from '../core/text.js';
import type { Texts } from './texts.js';

/** Shorter texts are quickly written again. */
const WORTH_KEEPING = 10;

/** Hands back what was written into a window that failed, so that nobody writes it twice. */
export function withWritten(reply: Reply, { written = [] }: Call, texts: Texts): Reply {
  const kept = written.filter((text) => text.length >= WORTH_KEEPING);
  if (kept.length === 0) return reply;
  const embeds = kept.map((text) => ({ description: block(text) }));
  return { ...reply, content: `${reply.content ?? ''}\n${texts.youWrote}`, embeds };
}
