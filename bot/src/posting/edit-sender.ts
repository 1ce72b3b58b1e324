import { type EditTask, postCalls } from '@pax/contracts';
import { SnowflakeUtil } from 'discord.js';
import {
  classifyDiscordError,
  createFailureLogFields,
  isUnknownChannelError,
  type DiscordFailure,
} from '../discord/failure.js';
import { passFailpoint } from '../failpoints.js';
import { buildEditedMessage } from '../messages/post-message.js';
import { SendGate } from '../discord/circuit.js';
import type { ChannelDeps } from './post-sender.js';
import { retryAfter, WORKED, NOTHING_TO_DO, type PollResult } from './poll-loop.js';

type EditedMessage = ReturnType<typeof buildEditedMessage>;

const SUBLIMIT_PAUSE_MS = 5_000;
const MAX_DELAY_MS = 3_600_000;
/** Failure that replaces a refusal in a channel of former settings, which must not count against the present one. */
const FORMER_CHANNEL_FAILURE: DiscordFailure = { kind: 'rate-limited', waitMs: MAX_DELAY_MS, sublimit: true };
/** Age from which Discord limits edits of a message separately, ms; the limit counts for the whole channel. */
const OLD_MESSAGE_AGE_MS = 3_600_000;

/**
 * Updates sent messages. Each edit renders the whole message from the newest state, so that repeats are harmless, and
 * reports the rendered version, so that an older one never replaces a newer one.
 */
export class EditSender {
  private readonly gate: SendGate;
  private limitedInARow = 0;
  /** Time from which old messages may be edited again, ms. */
  private oldEditsFrom = 0;

  constructor(private readonly deps: ChannelDeps) {
    this.gate = new SendGate(deps.now);
  }

  /** Makes at most one edit. @throws ProblemError or BackendUnavailableError from the backend, errors of rendering */
  async sendNextEdit(signal: AbortSignal): Promise<PollResult> {
    const waitMs = Math.max(this.gate.getWaitMs(), this.deps.circuits.getWaitMs('edits'));
    if (waitMs > 0) return retryAfter(waitMs);
    const { shop, channel, lease, circuits } = this.deps;
    const { fence } = lease;
    const { edit } = await shop.call(postCalls.claimEdit, { body: { channel, fence }, signal });
    if (!edit) return NOTHING_TO_DO;
    if (!lease.isHeld()) return retryAfter(1_000);
    const message = await this.renderEdit(edit, fence, signal);
    const failure = this.findOldEditFailure(edit) ?? (await this.editMessage(edit, message, signal));
    if (failure && isChannelFailure(failure))
      return retryAfter(Math.max(this.gate.getWaitMs(), circuits.getWaitMs('edits')));
    passFailpoint('bot.edited');
    await this.reportEdit(edit, fence, getEditOutcome(failure), signal);
    return WORKED;
  }

  /**
   * Renders an edit; on an error, first postpones this edit so that the channel's other messages are not delayed, then
   * throws.
   */
  private async renderEdit(edit: EditTask, fence: number, signal: AbortSignal): Promise<EditedMessage> {
    try {
      return buildEditedMessage(edit.channel, edit.posts);
    } catch (error) {
      await this.reportEdit(edit, fence, { laterMs: MAX_DELAY_MS }, signal);
      throw error;
    }
  }

  private async reportEdit(
    { batchId, editVersion }: EditTask,
    fence: number,
    outcome: EditOutcome,
    signal: AbortSignal,
  ): Promise<void> {
    const body = { fence, batchId, editVersion, ...outcome };
    await this.deps.shop.call(postCalls.reportEdit, { body, signal });
  }

  /**
   * Failure of an edit that Discord would refuse now, because the message is old and the channel's limit is used up.
   */
  private findOldEditFailure({ messageId }: EditTask): DiscordFailure | undefined {
    const waitMs = this.oldEditsFrom - this.now();
    const ageMs = this.deps.clock.now() - SnowflakeUtil.timestampFrom(messageId);
    if (waitMs <= 0 || ageMs < OLD_MESSAGE_AGE_MS) return undefined;
    return { kind: 'rate-limited', waitMs, sublimit: true, oldEdits: true };
  }

  private now(): number {
    return (this.deps.now ?? (() => performance.now()))();
  }

  private async editMessage(
    edit: EditTask,
    message: EditedMessage,
    signal: AbortSignal,
  ): Promise<DiscordFailure | undefined> {
    const { circuits, logger, channel } = this.deps;
    const messages = this.deps.messages.selectChannel(edit);
    if (this.deps.isUnset && messages === this.deps.messages)
      return { kind: 'gone', reason: 'nothing tells in which channel it stands' };
    try {
      await messages.editMessage(edit.messageId, message, signal);
      this.gate.recordSuccess();
      this.limitedInARow = 0;
      circuits.recordSuccess('edits');
      return undefined;
    } catch (error) {
      const failure = classifyDiscordError(error);
      logger.warn('edit not made', {
        channel,
        message: edit.messageId,
        ...createFailureLogFields(error, failure),
      });
      if (failure.kind === 'blocked' && messages !== this.deps.messages)
        return isUnknownChannelError(error) ? { ...failure, kind: 'gone' } : FORMER_CHANNEL_FAILURE;
      this.delayEdits(failure);
      await circuits.recordChannelFailure('edits', failure);
      return failure;
    }
  }

  /**
   * Delays all edits of the channel after a failure; when the limit is of one message, only if the next message hits it
   * too.
   */
  private delayEdits(failure: DiscordFailure): void {
    if (failure.kind !== 'rate-limited' || !failure.sublimit) return this.gate.recordFailure(failure);
    if (failure.oldEdits) {
      this.oldEditsFrom = this.now() + failure.waitMs;
      return;
    }
    this.limitedInARow += 1;
    if (this.limitedInARow > 1)
      this.gate.recordFailure({ ...failure, waitMs: Math.min(failure.waitMs, SUBLIMIT_PAUSE_MS) });
  }
}

/** True when every message of the channel would fail, so that the backend is told nothing about this message. */
function isChannelFailure(failure: DiscordFailure): boolean {
  if (failure.kind === 'rate-limited') return failure.sublimit !== true;
  return ['blocked', 'restricted', 'unauthorized'].includes(failure.kind);
}

/** Outcome of an edit; empty when the edit was made or permanently refused. */
interface EditOutcome {
  /** The message no longer exists. */
  gone?: true;
  /** The edit must be repeated, at the earliest after this wait, ms. */
  laterMs?: number;
}

function getEditOutcome(failure: DiscordFailure | undefined): EditOutcome {
  if (failure?.kind === 'gone') return { gone: true };
  if (failure?.kind === 'rate-limited') return { laterMs: Math.min(Math.ceil(failure.waitMs), MAX_DELAY_MS) };
  return failure?.kind === 'unreachable' ? { laterMs: 0 } : {};
}
