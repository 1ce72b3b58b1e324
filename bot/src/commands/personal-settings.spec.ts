import { describe, expect, it } from '@jest/globals';
import { customerCalls, type BotPersonAnswer, type ChangeBotPersonRequest } from '@pax/contracts';
import { ZodError } from 'zod';
import { aCall, CALLER_ID } from '../../test/samples.js';
import type { Language } from './command.js';
import { languageCommand, linkCommand, notificationsCommand } from './personal-settings.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const publicUrl = 'https://shop.test';
const linked: BotPersonAnswer = {
  language: null,
  directMessages: true,
  account: { username: 'coal_heart', isBlocked: false },
};
const changes: ChangeBotPersonRequest[] = [];
const shop = (person: BotPersonAnswer = linked) =>
  new StubShop(
    stubCall(customerCalls.botPerson, () => person),
    stubCall(customerCalls.changeBotPerson, ({ body }) => {
      changes.push(body);
      return person;
    }),
  );

describe('/language (OWN-621)', () => {
  const remembered: (Language | null)[] = [];
  const languages = {
    cacheLanguage: (_: string, language: Language | null) => void remembered.push(language),
  };
  const choose = (language: string, spoken: Language = 'en') =>
    languageCommand({ shop: shop(), languages }).execute(aCall({ options: { language }, language: spoken }));

  it('keeps the choice and answers in it at once', async () => {
    expect((await choose('de')).content).toBe('Ab jetzt spreche ich Deutsch mit dir.');
    expect((await choose('en', 'de')).content).toBe('From now on I speak English with you.');
    expect((await choose('discord', 'de')).content).toMatch(/Sprache deines Discord/);
    expect(changes.slice(-3)).toEqual([
      { discordId: CALLER_ID, language: 'de' },
      { discordId: CALLER_ID, language: 'en' },
      { discordId: CALLER_ID, language: null },
    ]);
    expect(remembered).toEqual(['de', 'en', null]);
  });

  it('takes no other language', async () => {
    const before = changes.length;
    await expect(choose('fr')).rejects.toBeInstanceOf(ZodError);
    expect(changes).toHaveLength(before);
  });
});

describe('/notifications (OWN-622)', () => {
  const set = (messages: string, person = linked, language: Language = 'en') =>
    notificationsCommand(shop(person)).execute(aCall({ options: { messages }, language }));

  it('switches them off and on, and says so', async () => {
    expect((await set('off')).content).toBe('I do not write to you about your orders any more.');
    expect(changes.at(-1)).toEqual({ discordId: CALLER_ID, directMessages: false });
    expect((await set('on', linked, 'de')).content).toMatch(/^Ich schreibe dir/);
    expect(changes.at(-1)).toEqual({ discordId: CALLER_ID, directMessages: true });
  });

  it('says to whom no message can come that an account is missing', async () => {
    expect((await set('on', { ...linked, account: null })).content).toContain('/link');
    expect((await set('off', { ...linked, account: null })).content).not.toContain('/link');
  });
});

describe('/link (OWN-615)', () => {
  const shown = (person: BotPersonAnswer, language: Language = 'en') =>
    linkCommand({ shop: shop(person), publicUrl }).execute(aCall({ language }));

  it('says the account, and that it is blocked (OWN-19)', async () => {
    expect((await shown(linked)).content).toBe('Your Discord is linked to the account **coal\\_heart**.');
    const blocked = { ...linked, account: { username: 'coal', isBlocked: true } };
    expect((await shown(blocked, 'de')).content).toMatch(/gesperrt/);
  });

  it('says how to link it where there is none, to the caller alone', async () => {
    const { content } = await shown({ ...linked, account: null });
    expect(content).toContain(`${publicUrl}/login`);
    expect(content).toContain(`${publicUrl}/account`);
    expect(linkCommand({ shop: shop(), publicUrl }).policy).toMatchObject({ ephemeral: true });
  });
});
