import { describe, expect, it, jest } from '@jest/globals';
import {
  ApplicationCommandType,
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  ComponentType,
  DiscordAPIError,
  InteractionType,
  MessageFlags,
  MessageFlagsBitField,
} from 'discord.js';
import type { Action } from '../commands/command.js';
import { createLogger } from '../logger.js';
import { UserFacingError } from '../commands/command.js';
import { Router } from './router.js';
import { answerInteraction } from './interactions.js';

const OURS = '1184301928354734080';
const user = { id: '516830472295546880' };
/** A German on a server whose own language is English. */
const locales = { locale: 'de', guildLocale: 'en-US' };

const KINDS = {
  command: (guildId: string | null): ChatInputCommandInteraction =>
    Object.assign(Object.create(ChatInputCommandInteraction.prototype), {
      type: InteractionType.ApplicationCommand,
      commandType: ApplicationCommandType.ChatInput,
      commandName: 'order',
      options: { data: [] },
      guildId,
      user,
      ...locales,
    }),
  button: (guildId: string | null): ButtonInteraction =>
    Object.assign(Object.create(ButtonInteraction.prototype), {
      type: InteractionType.MessageComponent,
      componentType: ComponentType.Button,
      customId: 'anything',
      guildId,
      user,
      ...locales,
    }),
};

describe.each(['command', 'button'] as const)('a %s', (kind) => {
  const router = new Router([], { logger: createLogger({ level: 'silent' }) });
  const handle = jest.spyOn(router, 'handleCall').mockResolvedValue();
  const handled = async (guildId: string | null): Promise<number> => {
    handle.mockClear();
    await answerInteraction(KINDS[kind](guildId), router, OURS);
    return handle.mock.calls.length;
  };

  it("of the shop's own server is handed on", async () => {
    expect(await handled(OURS)).toBe(1);
    expect(handle.mock.calls[0]?.[0]).toMatchObject({ userId: user.id, roleIds: [], language: 'de' });
  });

  it('of another server is none of ours', async () => {
    expect(await handled('1184301928354734081')).toBe(0);
  });

  it('of direct messages is handed on as such, without roles (OWN-626)', async () => {
    expect(await handled(null)).toBe(1);
    expect(handle.mock.calls[0]?.[0]).toMatchObject({ userId: user.id, roleIds: [], isDirectMessage: true });
  });
});

const discordSays = (code: number) => new DiscordAPIError({ code, message: 'no' }, code, 400, 'POST', '', {});

describe('proposals that come too late for Discord', () => {
  it('are given up, and nothing is wrong with what Discord sent', async () => {
    const router = new Router([], { logger: createLogger({ level: 'silent' }) });
    const tried = jest.fn(() => Promise.reject(discordSays(10_062)));
    const typed: AutocompleteInteraction = Object.assign(Object.create(AutocompleteInteraction.prototype), {
      type: InteractionType.ApplicationCommandAutocomplete,
      commandName: 'order',
      options: { getFocused: () => ({ name: 'reference', value: '4' }) },
      guildId: OURS,
      user,
      respond: tried,
      ...locales,
    });
    await expect(answerInteraction(typed, router, OURS)).resolves.toBeUndefined();
    expect(tried).toHaveBeenCalledTimes(1);
  });
});

describe('a first answer that breaks off (OWN-146)', () => {
  const broken = new Error('other side closed');
  /** What comes of each try to defer, and of the answer. */
  const answered = async (...outcomes: (Error | 'taken')[]) => {
    const log: string[] = [];
    const action: Action = {
      kind: 'slash',
      name: 'order',
      policy: { defer: true, ephemeral: true, permission: 'everyone', cooldownSeconds: 0 },
      execute: async () => {
        log.push('done');
        return { content: 'ran' };
      },
    };
    const command = KINDS.command(OURS);
    Object.assign(command, {
      id: '1316830472295546881',
      user: { ...user, username: 'coalheart' },
      deferReply: async () => {
        const outcome = outcomes.shift();
        log.push('defer');
        if (outcome !== 'taken') throw outcome ?? new Error('one try too many');
        command.deferred = true;
      },
      editReply: async () => void log.push(command.deferred ? 'answer' : 'refused by the library'),
    });
    await answerInteraction(
      command,
      new Router([action], { logger: createLogger({ level: 'silent' }) }),
      OURS,
    );
    return log;
  };

  it('is made again, and known as taken where only its answer was lost', async () => {
    expect(await answered(broken, 'taken')).toEqual(['defer', 'defer', 'done', 'answer']);
    expect(await answered(broken, discordSays(40_060))).toEqual(['defer', 'defer', 'done', 'answer']);
  });

  it('ends the call where Discord refuses it, or another bot answered first', async () => {
    expect(await answered(discordSays(40_060))).toEqual(['defer']);
    expect(await answered(discordSays(10_062))).toEqual(['defer']);
    expect(await answered(broken, discordSays(10_062))).toEqual(['defer', 'defer']);
    expect(await answered(broken, broken)).toEqual(['defer', 'defer']);
  });
});

describe('what is said beside an answer (OWN-146)', () => {
  it('is said again where the connection breaks, so that nobody is left without a word', async () => {
    const failures = [new Error('other side closed'), new Error('other side closed')];
    const said: unknown[] = [];
    const button = KINDS.button(OURS);
    Object.assign(button, {
      id: '1316830472295546882',
      customId: '1:keep',
      user: { ...user, username: 'coalheart' },
      isMessageComponent: () => true,
      message: { flags: new MessageFlagsBitField(MessageFlags.Ephemeral) },
      deferUpdate: async () => undefined,
      followUp: async (reply: { content: string }) => {
        const failure = failures.shift();
        if (failure) throw failure;
        said.push(reply.content);
      },
    });
    const action: Action = {
      kind: 'component',
      name: 'keep',
      policy: {
        defer: true,
        ephemeral: true,
        permission: 'everyone',
        cooldownSeconds: 0,
        updates: true,
      },
      execute: () => Promise.reject(new UserFacingError('No.')),
    };
    await answerInteraction(
      button,
      new Router([action], { logger: createLogger({ level: 'silent' }) }),
      OURS,
    );
    expect(said).toEqual(['No.']);
  });
});
