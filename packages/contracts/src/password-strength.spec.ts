import { describe, expect, it } from '@jest/globals';
import { estimatePasswordStrength, findPasswordWeakness } from './password-strength.js';

describe('findPasswordWeakness (OWN-252)', () => {
  it.each([
    ['equal characters', ['aaaaaa', '000000', '!!!!!!', 'AaAaAa', 'ööööööö']],
    [
      'up and down, also around the end of the digits',
      ['123456', '654321', '012345', '789012', '210987', 'abcdef', 'FEDCBA', 'uvwxyz'],
    ],
    ['repeated patterns', ['121212', 'abcabc', '12341234', 'passpass', '1a1a1a1', 'xyxyxyx', 'na1!na1!na1!']],
    [
      'along the keyboard, also German and French',
      ['qwerty', 'qwertz', 'azerty', 'asdfgh', 'yxcvbn', 'ytrewq', '1qaz2wsx', 'qazwsx', '!@#$%^'],
    ],
    [
      'one run after the other',
      ['abc123', '123qwe', 'qweasdzxc', '111222333', '123321', 'aaabbb', '1234qwer', 'asd456!!!'],
    ],
  ])('calls a pattern what is: %s', (_kind, passwords) => {
    expect(passwords.map((password) => [password, findPasswordWeakness(password, 'somebody')])).toEqual(
      passwords.map((password) => [password, 'pattern']),
    );
  });

  it.each([
    ['Nova Mines', ['nova mines', 'NovaMines', 'nova-mines', ' nova_mines ', 'ＮＯＶＡ ｍｉｎｅｓ']],
    ['anybody', ['Pax Market', 'paxmarket', 'PAX-MARKET']],
  ])('finds the names of %s and the shop', (username, passwords) => {
    expect(passwords.map((password) => findPasswordWeakness(password, username))).toEqual(
      passwords.map(() => 'name'),
    );
  });

  it.each([
    'aaaaab 123457 121213 abcabd qwertx 12345x ab12cd ------x'.split(' '),
    ['nova mines 2', 'pax market!x', 'correct-horse-8', 'nova-demo', 'right password', 'der Weg ☂'],
    ['correcthorsecorrecthorse', '日本語のひみつ'],
  ])('leaves the others alone: %s, %s …', (...passwords) => {
    expect(
      passwords.filter((password) => findPasswordWeakness(password, 'nova mines') !== undefined),
    ).toEqual([]);
  });

  it('does not take a password without letters and digits for a name', () => {
    expect(findPasswordWeakness('!-?_.:', '---')).toBeUndefined();
  });
});

describe('estimatePasswordStrength', () => {
  it.each([
    [
      'weak',
      ['654321', 'sunshine', 'kjhw72nd', 'nova mines 12', 'abcdefghij1', 'aaaaaaaaaaaab', 'Pax Market'],
    ],
    ['fair', ['kjhw72nd!X', 'tulipgarden', 'nova mines xkqw72!']],
    [
      'strong',
      ['correct-horse-8', 'a garden behind walls', 'tR4!kq9Zw_2m', '雨の日は家で本を読みたいと思います。'],
    ],
  ] as const)('calls %s what is', (strength, passwords) => {
    expect(passwords.map((password) => [password, estimatePasswordStrength(password, 'nova mines')])).toEqual(
      passwords.map((password) => [password, strength]),
    );
  });
});
