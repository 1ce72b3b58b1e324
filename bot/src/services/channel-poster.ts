import { EditSender } from './edit-sender.js';
import { PostSender } from './post-sender.js';
import type { ChannelDeps } from './channel-deps.js';
import { PollLoop } from './poll-loop.js';
import { retryAfter, WORKED, type PollResult } from './poll-result.js';

/** One channel's serial loop: alternates posts and edits until none is left, then waits for a wake-up. */
export class ChannelPoster extends PollLoop {
  private readonly posts: PostSender;
  private readonly edits: EditSender;

  constructor(deps: ChannelDeps, pollMs?: number) {
    super({ what: deps.channel, lease: deps.lease, logger: deps.logger }, pollMs);
    this.posts = new PostSender(deps);
    this.edits = new EditSender(deps);
  }

  protected async poll(signal: AbortSignal): Promise<PollResult> {
    return combine(await this.posts.next(signal), this.draining ? WORKED : await this.edits.next(signal));
  }
}

function combine(posts: PollResult, edits: PollResult): PollResult {
  if (posts.worked || edits.worked) return WORKED;
  return retryAfter(Math.min(posts.waitMs, edits.waitMs));
}
