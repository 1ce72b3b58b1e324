import { describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNTS } from '../../seed/demo-accounts.js';
import { isReservedUsername } from './reserved-usernames.js';

describe('reserved names (OWN-372, OWN-1168, OWN-1186, OWN-1205)', () => {
  it.each([
    'admin',
    'ADMIN',
    'Admin 1',
    'admin_2',
    'a.d.m.i.n',
    'adm1n',
    'аdmіn',
    'The Admin',
    'nova-support',
    'Pax Market',
    'PaxMarket',
    'pax market support',
    'pax team',
    'paxadmin',
    'operator',
    '0perator',
    'Moderator',
    'rnoderator',
    'Official Pax',
    'discord',
    'discord-123456',
    'null',
    'everyone',
    'Market Bot',
    'helper',
    'Dein Kundendienst',
    'm0d3r4t0r',
    '4dmin',
    'Ádmin',
    'òpérator',
    'nova 5upp0rt',
    'p.a-x',
    'modǝrator',
    'opərator',
    'hɛlper',
    'suppɔrt',
    'øperator',
    'ađmin',
    'admın',
    'ⱥdmin',
    'Ʌdmin',
    'admǃn',
    'adm\u0268ŋ',
    'moð',
    'ðiscord',
    'þax',
    'ħelper',
    'moderaŧor',
    'ƈustomer',
    'ßilling',
    'gʉest',
    'ƨtaff',
    'opʒrator',
  ])('are refused: %s', (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  it.each([
    'nova',
    'Steve',
    'modest',
    'supporter',
    'Team Rocket',
    'marketa',
    'Paxton',
    'rooter',
    'botanist',
    'administer',
    'shopkeeper',
    'helpful',
    '123',
    'linker number 1',
    'José',
    'Léa',
    'b4rt',
    '347',
    'Вася',
    '史蒂夫',
    'Łukasz',
    'Weiß',
    'Þór',
    'Guðrún',
    'Đorđe',
  ])('are not: %s', (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });

  it('leave the demo accounts their names, but that of the operator', () => {
    const reserved = DEMO_ACCOUNTS.filter(({ username }) => isReservedUsername(username));
    expect(reserved.map(({ username }) => username)).toEqual(['operator']);
  });
});
