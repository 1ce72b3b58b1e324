import { MAX_SUGGESTIONS, type RightsHolder } from '@pax/contracts';
import {
  type Action,
  type Call,
  type Choice,
  type Completer,
  type CompletionRequest,
  type Language,
  type Policy,
  type Reply,
  type SlashCommand,
  holdsPermission,
  SUGGESTIONS_TIMEOUT_MS,
} from '../commands/command.js';
import { classifyDiscordError } from './failure.js';
import { passFailpoint } from '../failpoints.js';
import { reasonOf, type Logger } from '../logger.js';
import { pause } from '../timing.js';
import { ProblemError } from '../shop-client.js';
import { UserFacingError } from '../commands/command.js';
import { toLabelText, formatCodeBlock } from '../messages/sanitize-text.js';
import { describeCallError } from '../commands/error-text.js';
import { TEXTS, type Texts } from '../commands/texts.js';

/** Cooldowns: shortest times between two calls of an action by one person. */
export class Cooldowns {
  private readonly endsAt = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Starts a cooldown unless one is running.
   * @returns 0 when the cooldown was started, otherwise the time left of the running one, s
   */
  startCooldown(action: string, userId: string, seconds: number): number {
    const now = this.now();
    for (const [key, at] of this.endsAt) if (at <= now) this.endsAt.delete(key);
    const key = `${action}:${userId}`;
    const waitMs = (this.endsAt.get(key) ?? now) - now;
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    if (seconds > 0) this.endsAt.set(key, now + seconds * 1000);
    return 0;
  }
}

/** Sends replies to the caller. One of `defer`, `deferUpdate`, `answer` and `open` must be called within 3 s. */
export interface Responder {
  /** True when only the caller sees the message whose button or menu was used. */
  readonly canUpdateMessage: boolean;
  defer(ephemeral: boolean): Promise<void>;
  /** Tells Discord that the message whose button or menu was used will be replaced later. */
  deferUpdate(): Promise<void>;
  /** Sends the reply at once. */
  answer(reply: Reply, ephemeral: boolean): Promise<void>;
  /** Sends the reply after `defer`; with `replaces`, the reply replaces the message whose button or menu was used. */
  answerDeferred(reply: Reply, replaces: boolean): Promise<void>;
  /** Sends an additional message that only the caller sees. */
  followUp(reply: Reply): Promise<void>;
  /** Deletes the deferred public answer, and sends the caller a private one. */
  replaceByPrivateAnswer(reply: Reply): Promise<void>;
  /** Opens a modal; possible only as the first answer to a call. */
  openModal(modal: NonNullable<Reply['modal']>): Promise<void>;
}

export interface RouterDeps {
  logger: Logger;
  cooldowns?: Cooldowns;
  /** Returns a person's chosen language, or the language of their Discord client when none was chosen. */
  readLanguage?: (userId: string, client: Language) => Promise<Language>;
  /** Returns true once for a person who must be told that their direct messages are closed. */
  takeClosedMessagesHint?: (userId: string) => boolean;
  /** Returns a person's staff rights; without this function, options of staff commands get no suggestions. */
  readRights?: (userId: string) => Promise<RightsHolder>;
}

/** Longest text of a suggestion, according to Discord. */
const MAX_CHOICE_LENGTH = 100;

/** Shortest text that is returned to its author after a failure, since shorter ones are quickly typed again. */
const MIN_RETURNED_LENGTH = 10;

/**
 * Handles every call in the same steps: find the action, check the cooldown, defer the answer, run the action, reply.
 */
export class Router {
  private readonly actions: ReadonlyMap<string, Action | SlashCommand>;
  private readonly logger: Logger;
  private readonly cooldowns: Cooldowns;
  private readonly readLanguage: RouterDeps['readLanguage'];
  private readonly takeClosedMessagesHint: RouterDeps['takeClosedMessagesHint'];
  private readonly readRights: RouterDeps['readRights'];

  constructor(
    actions: readonly Action[],
    { logger, cooldowns, readLanguage, takeClosedMessagesHint, readRights }: RouterDeps,
  ) {
    this.logger = logger;
    this.cooldowns = cooldowns ?? new Cooldowns();
    this.readLanguage = readLanguage;
    this.takeClosedMessagesHint = takeClosedMessagesHint;
    this.readRights = readRights;
    this.actions = new Map(actions.map((action) => [`${action.kind}:${action.name}`, action]));
    if (this.actions.size !== actions.length) throw new Error('Two actions have the same kind and name.');
  }

  /** Handles a call. Never throws; a call that cannot be answered is logged. */
  async handleCall(call: Call, responder: Responder): Promise<void> {
    try {
      await this.routeCall(call, responder);
    } catch (error) {
      this.logger.warn('call not answered', { call: call.name, reason: reasonOf(error) });
    }
  }

  /**
   * Finds suggestions for an option; an empty list after a failure or a time-out, or when the caller may not use the
   * command.
   */
  async findProposals(command: string, option: string, asked: CompletionRequest): Promise<Choice[]> {
    const action = this.actions.get(`slash:${command}`);
    if (!action || !('options' in action)) return [];
    const complete = action.options.find(({ name }) => name === option)?.complete;
    if (!complete) return [];
    const late = new AbortController();
    try {
      const made = this.findOptionProposals(action, complete, asked);
      const found = await Promise.race([made, pause(SUGGESTIONS_TIMEOUT_MS, late.signal)]);
      const choices = (found ?? []).slice(0, MAX_SUGGESTIONS);
      return choices.map(({ name, value }) => ({ name: toLabelText(name, MAX_CHOICE_LENGTH) || '–', value }));
    } catch (error) {
      this.logger.info('nothing proposed', { call: command, reason: reasonOf(error) });
      return [];
    } finally {
      late.abort();
    }
  }

  /** Sends suggestions. Never throws: Discord refuses late ones, and the next keystroke asks for new ones. */
  async sendProposals(
    command: string,
    option: string,
    asked: CompletionRequest,
    send: (choices: Choice[]) => Promise<unknown>,
  ): Promise<void> {
    try {
      await send(await this.findProposals(command, option, asked));
    } catch (error) {
      this.logger.info('proposals not taken', { call: command, reason: reasonOf(error) });
    }
  }

  private async findOptionProposals(
    { policy }: Action,
    complete: Completer,
    asked: CompletionRequest,
  ): Promise<Choice[]> {
    const [language, isTheirs] = await Promise.all([
      this.languageFor(asked),
      this.hasPermission(asked.userId, policy.permission),
    ]);
    return isTheirs ? complete({ ...asked, language }) : [];
  }

  /** Checks the caller's permission, since managers of the server can change whom Discord shows a command to. */
  private async hasPermission(userId: string, permission: Policy['permission']): Promise<boolean> {
    if (permission === 'everyone') return true;
    return this.readRights !== undefined && holdsPermission(await this.readRights(userId), permission);
  }

  private async routeCall(call: Call, responder: Responder): Promise<void> {
    const action = this.actions.get(`${call.kind}:${call.name}`);
    if (!action || (call.isDirectMessage === true && action.policy.worksInDirectMessages !== true))
      return responder.answer(
        await this.createRouterRefusalReply(call, (texts) => describeUnknownAction(action, call, texts)),
        true,
      );
    const { defer, ephemeral, cooldownSeconds, updates = false } = action.policy;
    // The map's key includes the kind of action, since a button and the modal it opens may share a name.
    const waitSeconds = this.cooldowns.startCooldown(
      `${action.kind}:${action.name}`,
      call.userId,
      cooldownSeconds,
    );
    if (waitSeconds > 0)
      return responder.answer(
        await this.createRouterRefusalReply(call, ({ cooldown }) => cooldown(waitSeconds)),
        true,
      );
    // A manipulated Discord client can send any custom id from any message, so a public message is never replaced.
    if (updates && !responder.canUpdateMessage)
      return responder.answer(
        await this.createRouterRefusalReply(call, ({ staleButton }) => staleButton),
        true,
      );
    // A failed defer ends the call, since Discord has already shown the caller an error.
    if (defer) await (updates ? responder.deferUpdate() : responder.defer(ephemeral));
    const language = await this.languageFor(call);
    const { reply, isFailed } = await this.runAction(action, { ...call, language });
    passFailpoint('bot.acted');
    if (reply.modal) return responder.openModal(reply.modal);
    if (reply.isAnswered) return;
    const policy = { ...action.policy, isFailed };
    await this.sendReply(reply, responder, policy).catch((error: unknown) => {
      if (classifyDiscordError(error).kind !== 'refused') throw error;
      this.logger.warn('answer refused by Discord', { call: action.name, reason: reasonOf(error) });
      return this.sendReply({ content: TEXTS[language].notShown }, responder, { ...policy, isFailed: true });
    });
    const isHintDue = call.isDirectMessage !== true && this.takeClosedMessagesHint?.(call.userId) === true;
    if (isHintDue) await responder.followUp({ content: TEXTS[language].messagesClosed });
  }

  private sendReply(
    reply: Reply,
    responder: Responder,
    { defer, ephemeral, updates = false, isFailed }: Action['policy'] & { isFailed: boolean },
  ): Promise<void> {
    if (!defer) return responder.answer(reply, ephemeral);
    if (isFailed && updates) return responder.followUp(reply);
    return isFailed && !ephemeral
      ? responder.replaceByPrivateAnswer(reply)
      : responder.answerDeferred(reply, updates);
  }

  private async createRouterRefusalReply(call: Call, text: (texts: Texts) => string): Promise<Reply> {
    const texts = await this.getTexts(call);
    return addWrittenTexts({ content: text(texts) }, call, texts);
  }

  /**
   * Returns the texts in the caller's chosen language, or in the language of their Discord client when none was chosen.
   */
  private async getTexts(call: Call): Promise<Texts> {
    return TEXTS[await this.languageFor(call)];
  }

  private async languageFor({ userId, language }: Pick<Call, 'userId' | 'language'>): Promise<Language> {
    return this.readLanguage ? this.readLanguage(userId, language) : language;
  }

  private async runAction(action: Action, call: Call): Promise<{ reply: Reply; isFailed: boolean }> {
    const begun = performance.now();
    try {
      const reply = await action.execute(call);
      this.logger.info('call', {
        call: action.name,
        user: call.userId,
        ms: Math.round(performance.now() - begun),
      });
      return { reply, isFailed: false };
    } catch (error) {
      const isTold = error instanceof ProblemError || error instanceof UserFacingError;
      const level = isTold ? 'info' : 'warn';
      this.logger[level]('call failed', { call: action.name, user: call.userId, reason: reasonOf(error) });
      const texts = TEXTS[call.language];
      return {
        reply: addWrittenTexts({ content: describeCallError(error, texts) }, call, texts),
        isFailed: true,
      };
    }
  }
}

/** Text for an unknown action; a button or modal without a known action is from an earlier version, or forged. */
const describeUnknownAction = (action: Action | undefined, { kind }: Call, texts: Texts): string =>
  action === undefined && (kind === 'component' || kind === 'modal')
    ? texts.staleButton
    : texts.unknownCommand;

/** Adds the texts typed in a failed modal to the reply, so that the caller need not write them again. */
function addWrittenTexts(reply: Reply, { written = [] }: Call, texts: Texts): Reply {
  const kept = written.filter((text) => text.length >= MIN_RETURNED_LENGTH);
  if (kept.length === 0) return reply;
  const embeds = kept.map((text) => ({ description: formatCodeBlock(text) }));
  return { ...reply, content: `${reply.content ?? ''}\n${texts.youWrote}`, embeds };
}
