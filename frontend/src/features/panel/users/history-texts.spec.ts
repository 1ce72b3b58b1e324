import { beforeAll, describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS, SECURITY_NOTICES } from '@pax/contracts';
import { i18n, preloadAreas, startI18n } from '../../../i18n/i18n';
import { languageTagOf } from '../../../i18n/languages';
import { describeActor, describeEventFacts, describeAction } from './history-texts';

const ACTIONS = [...Object.keys(AUDIT_ACTIONS), ...SECURITY_NOTICES.map((kind) => `notice.${kind}`)];

describe.each(['mix', 'en'] as const)('the story of an account in %s', (language) => {
  let t: Parameters<typeof describeAction>[0];
  beforeAll(async () => {
    await startI18n(language, ['common', 'users']);
    await i18n.changeLanguage(languageTagOf(language));
    await preloadAreas('users');
    t = (key, values) => i18n.t(key, { ...values });
  });

  it.each(ACTIONS)('says %s in words', (action) => {
    const words = describeAction(t, action);
    expect(words).not.toMatch(/[._]|story/);
    expect(words).not.toBe(describeAction(t, 'something.new'));
  });

  it('has a word for an action that it does not know', () => {
    for (const unknown of ['something.new', 'toString', ''])
      expect(describeAction(t, unknown)).toBe(language === 'en' ? 'Other' : 'Sonstiges');
  });

  it('says what it was about, and shows neither hashes nor names of programs', () => {
    const detail = {
      subject: 'product:7',
      price: '12.00',
      stock: 5,
      discord: 'a91f',
      way: 'totp',
      act: 'order.cancel',
    };
    expect(describeEventFacts(t, detail)).toEqual(
      language === 'en'
        ? ['Product #7', 'Price $12.00', 'Stock 5']
        : ['Produkt #7', 'Preis $12.00', 'Bestand 5'],
    );
    expect(describeActor(t, 'shop')).toBe(language === 'en' ? 'the shop' : 'der Shop');
    expect(describeActor(t, 'discord:42')).toMatch(/Discord.* 42$/);
    expect(describeActor(t, 'nova')).toBe('nova');
  });
});
