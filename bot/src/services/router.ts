import type { Action, Call, Reply } from '../core/command.js';
import { reasonOf, type Logger } from '../core/logger.js';
import { ProblemError } from '../core/problem-error.js';
import { Cooldowns } from './cooldowns.js';
import { errorText } from './error-text.js';
import { TEXTS } from './texts.js';

/** How an answer reaches the caller. The first of `defer` and `answer` has to come within 3 s. */
export interface Answerer {
  defer(ephemeral: boolean): Promise<void>;
  /** The answer at once. */
  answer(reply: Reply, ephemeral: boolean): Promise<void>;
  /** The answer after a defer. */
  finish(reply: Reply): Promise<void>;
}

/** Takes every call, command or button, through the same steps: find, cool down, defer, run, answer (OWN-146). */
export class Router {
  private readonly actions: ReadonlyMap<string, Action>;

  constructor(
    actions: readonly Action[],
    private readonly logger: Logger,
    private readonly cooldowns = new Cooldowns(),
  ) {
    this.actions = new Map(actions.map((action) => [`${action.kind}:${action.name}`, action]));
    if (this.actions.size !== actions.length) throw new Error('two actions have one name');
  }

  /** Never throws: a call that can't even be answered is logged. */
  async handle(call: Call, answerer: Answerer): Promise<void> {
    try {
      await this.route(call, answerer);
    } catch (error) {
      this.logger.warn('call not answered', { call: call.name, reason: reasonOf(error) });
    }
  }

  private async route(call: Call, answerer: Answerer): Promise<void> {
    const texts = TEXTS[call.language];
    const action = this.actions.get(`${call.kind}:${call.name}`);
    if (!action) return answerer.answer({ content: texts.unknownCommand }, true);
    const { defer, ephemeral, cooldownSeconds } = action.policy;
    const waitSeconds = this.cooldowns.take(action.name, call.userId, cooldownSeconds);
    if (waitSeconds > 0) return answerer.answer({ content: texts.cooldown(waitSeconds) }, true);
    // When even this fails, Discord has told the caller so; running the action unseen would surprise.
    if (defer) await answerer.defer(ephemeral);
    const reply = await this.run(action, call);
    return defer ? answerer.finish(reply) : answerer.answer(reply, ephemeral);
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
