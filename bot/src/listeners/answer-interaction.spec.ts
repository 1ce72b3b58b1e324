import { describe, expect, it, jest } from '@jest/globals';
import {
  ApplicationCommandType,
  ButtonInteraction,
  ChatInputCommandInteraction,
  ComponentType,
  InteractionType,
} from 'discord.js';
import { createLogger } from '../core/logger.js';
import { Router } from '../services/router.js';
import { answerInteraction } from './answer-interaction.js';

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
  const handle = jest.spyOn(router, 'handle').mockResolvedValue();
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

  it('of direct messages is handed on as such, without roles (OWN-610)', async () => {
    expect(await handled(null)).toBe(1);
    expect(handle.mock.calls[0]?.[0]).toMatchObject({ userId: user.id, roleIds: [], isDirect: true });
  });
});
