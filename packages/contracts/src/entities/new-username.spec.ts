import { describe, expect, it } from '@jest/globals';
import { loginRequest, registerRequest } from '../calls/auth.js';
import { username } from './fields.js';
import { newUsername } from './new-username.js';

describe('the name of a new account (OWN-371)', () => {
  it.each([
    'steve',
    'a.b-c_d e',
    'Jürgen Groß',
    'Zoë 99',
    'Вася Пупкин',
    'Ελένη',
    'שלום',
    'مرحبا ٣',
    'हिन्दी',
    'ที่นี่ น้ำ',
    '史蒂夫',
    'さくらサクラ桜',
    '김철수',
    '007',
    'Nguyễn',
    'Søren Đỗ',
    'Łukasz',
    'Məmməd',
    'Kɔfi',
  ])('may be %s', (name) => {
    expect(newUsername.parse(` ${name} `)).toBe(name);
  });

  it.each([
    ['Cyrillic among Latin', 'pаypal'],
    ['Greek among Latin', 'αlpha'],
    ['Latin among Cyrillic', 'Вaся'],
    ['Han with Latin', 'steve史'],
    ['Arabic digits with Latin', 'steve٣'],
    ['wide letters', 'ａｄｍｉｎ'],
    ['mathematical letters', '𝐚𝐝𝐦𝐢𝐧'],
    ['a ligature', 'o\uFB01cer'],
    ['a Hangul filler', 'ab\u3164c'],
    ['a half-width filler', 'ab\uFFA0c'],
    ['a grapheme joiner', 'ab\u034Fc'],
    ['a variation selector', 'ab\uFE0Fc'],
    ['a Mongolian selector', 'ab\u180Bc'],
    ['a Khmer vowel nobody sees', 'ខ្មែ\u17B4រ'],
    ['letters of a script of the dead', '𐎀𐎁𐎂'],
    ['small capitals', 'ᴀᴅᴍɪɴ'],
    ['a small capital', 'ɴova'],
    ['a small capital s', 'ꜱteve'],
    ['a turned letter', 'operatoɹ'],
    ['a turned capital', 'Ɐdam'],
    ['a letter of phonetics', 'osĸar'],
    ['a letter of dialects', 'ꬲva'],
    ['a newer letter of phonetics', 'nov\u{1DF1E}'],
    ['an override of direction', 'steve\u202Eevets'],
    ['an invisible joiner', 'ste\u200Dve'],
    ['an underline', 'nova\u0332'],
    ['a stroke', 'no\u0338va'],
    ['a circle around a letter', 'nova\u20DD'],
    ['no letter and no digit', '._-'],
  ])('may not hold %s', (_, name) => {
    expect(newUsername.safeParse(name).success).toBe(false);
  });

  it('is asked at registration only: a name from before still signs in', () => {
    const body = { username: 'pаypal', password: 'correct horse' };
    expect(registerRequest.safeParse(body).success).toBe(false);
    expect(loginRequest.safeParse(body).success).toBe(true);
  });

  it('is measured before it is composed or compared', () => {
    const long = 'a'.repeat(8).concat('\u0301'.repeat(60_000));
    // If the name were composed before its length is checked, it would have other issues too.
    for (const schema of [username, newUsername])
      expect(schema.safeParse(long).error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});
