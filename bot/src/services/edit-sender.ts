import type { EditTask } from '@pax/contracts';
import { discordFailure, type DiscordFailure } from '../core/discord-failure.js';
import { failpoint } from '../core/failpoints.js';
import { editedMessage } from '../views/message.js';
import { SendGate } from './channel-health.js';
import type { ChannelDeps } from './channel-deps.js';
import { retryAfter, WORKED, NOTHING_TO_DO, type PollResult } from './poll-result.js';

/**
 * Updates sent messages. Each edit renders the whole message from the newest state, so repeats are harmless, and
 * reports the version it read, so an older one never wins (OWN-142).
 */
export class EditSender {
  private readonly gate = new SendGate();

  constructor(private readonly deps: ChannelDeps) {}

  /** Makes at most one edit. @throws ProblemError or BackendUnavailableError from the backend */
  async next(signal: AbortSignal): Promise<PollResult> {
    const waitMs = Math.max(this.gate.waitMs(), this.deps.health.waitMs('edits'));
    if (waitMs > 0) return retryAfter(waitMs);
    const { backend, channel, lease, health } = this.deps;
    const { fence } = lease;
    const edit = await backend.claimEdit(channel, fence, signal);
    if (!edit) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const failure = await this.patch(edit, signal);
    if (failure && failure.kind !== 'gone' && failure.kind !== 'refused')
      return retryAfter(Math.max(this.gate.waitMs(), health.waitMs('edits')));
    failpoint('bot.edited');
    await backend.reportEdit(edit, fence, failure?.kind === 'gone', signal);
    return WORKED;
  }

  private async patch(edit: EditTask, signal: AbortSignal): Promise<DiscordFailure | undefined> {
    const { messages, health, logger, channel } = this.deps;
    try {
      await messages.edit(edit.messageId, editedMessage(edit.channel, edit.posts), signal);
      this.gate.recordSuccess();
      health.recordSuccess('edits');
      return undefined;
    } catch (error) {
      const failure = discordFailure(error);
      const reason = 'reason' in failure ? failure.reason : undefined;
      logger.warn('edit not made', { channel, message: edit.messageId, kind: failure.kind, reason });
      this.gate.recordFailure(failure);
      await health.recordFailure('edits', failure);
      return failure;
    }
  }
}
