import type { Action, Call, Reply } from '../core/command.js';
import { reasonOf, type Logger } from '../core/logger.js';
import { ProblemError } from '../core/problem-error.js';
import { Cooldowns } from './cooldowns.js';
import { errorText } from './error-text.js';
import { TEXTS } from './texts.js';

/** Sends replies to the caller. `defer` or `answer` must be called within 3 s. */
export interface Responder {
  defer(ephemeral: boolean): Promise<void>;
  /** Replies at once. */
  answer(reply: Reply, ephemeral: boolean): Promise<void>;
  /** Replies after a defer. */
  finish(reply: Reply): Promise<void>;
}

/** Handles every call, command or button, alike: find the action, check the cooldown, defer, run, reply (OWN-146). */
export class Router {
  private readonly actions: ReadonlyMap<string, Action>;

  constructor(
    actions: readonly Action[],
    private readonly logger: Logger,
    private readonly cooldowns = new Cooldowns(),
  ) {
    this.actions = new Map(actions.map((action) => [`${action.kind}:${action.name}`, action]));
    if (this.actions.size !== actions.length) throw new Error('Two actions have the same kind and name.');
  }

  /** Never throws; a call that cannot be answered is logged. */
  async handle(call: Call, responder: Responder): Promise<void> {
    try {
      await this.route(call, responder);
    } catch (error) {
      this.logger.warn('call not answered', { call: call.name, reason: reasonOf(error) });
    }
  }

  private async route(call: Call, responder: Responder): Promise<void> {
    const texts = TEXTS[call.language];
    const action = this.actions.get(`${call.kind}:${call.name}`);
    if (!action) return responder.answer({ content: texts.unknownCommand }, true);
    const { defer, ephemeral, cooldownSeconds } = action.policy;
    const waitSeconds = this.cooldowns.take(action.name, call.userId, cooldownSeconds);
    if (waitSeconds > 0) return responder.answer({ content: texts.cooldown(waitSeconds) }, true);
    // A failed defer ends the call, since Discord has shown the caller an error already.
    if (defer) await responder.defer(ephemeral);
    const reply = await this.run(action, call);
    return defer ? responder.finish(reply) : responder.answer(reply, ephemeral);
  }

  private async run(action: Action, call: Call): Promise<Reply> {
    const begun = performance.now();
    try {
      const reply = await action.execute(call);
      this.logger.info('call', {
        call: action.name,
        user: call.userId,
        ms: Math.round(performance.now() - begun),
      });
      return reply;
    } catch (error) {
      const level = error instanceof ProblemError ? 'info' : 'warn';
      this.logger[level]('call failed', { call: action.name, user: call.userId, reason: reasonOf(error) });
      return { content: errorText(error, TEXTS[call.language]) };
    }
  }
}
