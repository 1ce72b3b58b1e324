import { describe, expect, it } from '@jest/globals';
import {
  discordName,
  discordId,
  ref,
  decimalString,
  gameName,
  gameNameKey,
  id,
  idParam,
  line,
  optionalText,
  password,
  reportText,
  clientDecimal,
  clientInstant,
  text,
  username,
} from './fields.js';
import { order } from './order.js';
import { product } from './product.js';
import { accountProfile, currentUser } from './user.js';

const NUL = 'a\u0000b';
const LONE_HIGH = 'a\uD83Db';
const LONE_LOW = 'a\uDE00b';
const firstMessage = (schema: typeof username, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('a Discord id (OWN-189)', () => {
  it.each([
    ['310457829164282001', true],
    ['18446744073709551615', true],
    ['18446744073709551616', false],
    ['99999999999999999999', false],
    ['1234567890123456', false],
    ['310457829164282001x', false],
  ])('%s: %s', (value, isValid) => {
    expect(discordId.safeParse(value).success).toBe(isValid);
  });
});

describe('gameNameKey (OWN-1179)', () => {
  it('is one for every writing of a name, and another for every other name', () => {
    const one = [
      'Bedrock Name',
      '.Bedrock_Name',
      '.bedrock name',
      'BEDROCK_NAME',
      ' Bedrock Name ',
      'Bedrock  Name',
    ];
    expect(new Set(one.map(gameNameKey))).toEqual(new Set(['bedrock_name']));
    const others = ['BedrockName', 'Bedrock__Name', 'Bedrock_Name_', '_Bedrock_Name', 'Bedrock_Name1'];
    expect(new Set(others.map(gameNameKey)).size).toBe(others.length);
    expect(others.map(gameNameKey)).not.toContain('bedrock_name');
  });

  it('reads every blank of a name as one sign with the underscore, wherever it stands', () => {
    const one = ['a b c', 'a_b_c', 'a_b c', 'a b_c', '.A B C', ' a  b   c '];
    expect(new Set(one.map(gameNameKey))).toEqual(new Set(['a_b_c']));
    expect(['ab c', 'a bc', 'abc', 'a_b__c'].map(gameNameKey)).not.toContain('a_b_c');
  });
});

describe('gameName (OWN-85)', () => {
  it.each([
    ['Java', 'Notch'],
    ['Java of 3', 'abc'],
    ['Java of 16', 'a234567890_23456'],
    ['Java, digits', '1234'],
    ['Bedrock with a dot', '.Steve'],
    ['Bedrock with spaces', 'Mining Fan 77'],
    ['Bedrock of 16', 'Mining Fan 77890'],
    ['Bedrock with both', '.Mining Fan 77'],
  ])('takes a %s name', (_, name) => {
    expect(gameName.parse(name)).toBe(name);
  });

  it('trims what surrounds it', () => {
    expect(gameName.parse('  Notch\n')).toBe('Notch');
  });

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['two characters', 'ab'],
    ['17 characters', 'a2345678901234567'],
    ['a dot inside', 'Mr.Steve'],
    ['two dots', '..Steve'],
    ['a dot alone', '.'],
    ['a hyphen', 'Mr-Steve'],
    ['an umlaut', 'Jürgen'],
    ['Chinese', '史蒂夫史蒂夫'],
    ['Hebrew', 'שלום עולם'],
    ['emoji', 'Steve😀'],
    ['a letter that only looks Latin', 'Nоtch'],
    ['a line break', 'Not\nch'],
    ['NUL', NUL],
    ['half an emoji', LONE_HIGH],
    ['a number', 12_345],
    ['null', null],
  ])('refuses %s', (_, name) => {
    expect(gameName.safeParse(name).success).toBe(false);
  });
});

describe('discordName (OWN-85)', () => {
  it.each([
    ['the new form', 'steve.miner_7'],
    ['the new form with @', '@steve'],
    ['the new form in capitals', 'Steve'],
    ['the new form of 2', 'ab'],
    ['the new form of 32', 'a'.repeat(32)],
    ['the old form of 32', `${'ü'.repeat(32)}#1234`],
    ['the old form', 'Steve#1234'],
    ['the old form, German', 'Jürgen der Große#0001'],
    ['the old form, Chinese', '史蒂夫#1234'],
    ['the old form, right to left', 'سلام#1234'],
    ['the old form with emoji', 'Steve😀#1234'],
    ['the old form with a space', 'Steve the Miner#1234'],
    ['the old form with marks', 'สวัสดีครับ#1234'],
  ])('takes %s', (_, name) => {
    expect(discordName.parse(`  ${name} `)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['one character', 'a'],
    ['33 characters', 'a'.repeat(33)],
    ['33 characters in the old form', `${'ü'.repeat(33)}#1234`],
    ['spaces in the new form', 'steve miner'],
    ['an umlaut in the new form', 'jürgen'],
    ['the Kelvin sign for a k', 'mar\u212A'],
    ['three digits', 'Steve#123'],
    ['a colon', 'a:b#1234'],
    ['a backtick', 'a`b#1234'],
    ['a mention', '<@123>'],
    ['NUL', `${NUL}#1234`],
    ['half an emoji', `${LONE_HIGH}#1234`],
    ['the other half', `${LONE_LOW}#1234`],
    ['a line break', 'a\nb#1234'],
    ['an invisible joiner (OWN-31)', 'ste\u200Dve#1234'],
    ['an override of direction', 'ste\u202Eve#1234'],
    ['an isolate of direction', 'ste\u2066ve#1234'],
    ['a variation selector', 'ste\uFE0Fve#1234'],
    ['a Hangul filler', 'ste\u3164ve#1234'],
    ['an empty Braille cell', 'ste\u2800ve#1234'],
    ['a no-break space', 'ste\u00A0ve#1234'],
    ['a separator of lines', 'ste\u2028ve#1234'],
    ['a private character', 'ste\uE000ve#1234'],
    ['a soft hyphen', 'ste\u00ADve#1234'],
  ])('refuses %s', (_, name) => {
    expect(discordName.safeParse(name).success).toBe(false);
  });
});

describe('username (OWN-252)', () => {
  it.each([
    ['plain', 'steve'],
    ['of 3', 'abc'],
    ['of 32', 'a'.repeat(32)],
    ['German', 'Jürgen Groß'],
    ['Chinese', '史蒂夫'],
    ['Arabic', 'مرحبا'],
    ['Hebrew', 'שלום'],
    ['Hindi, with its vowel marks', 'हिन्दी'],
    ['Thai, with its tone marks', 'ที่นี่'],
    ['with dot, dash, underscore and space', 'a.b-c_d e'],
  ])('may be %s', (_, name) => {
    expect(username.parse(` ${name} `)).toBe(name);
  });

  it('has one spelling: a decomposed umlaut is composed', () => {
    expect(username.parse('Ju\u0308rgen')).toBe('Jürgen');
  });

  it.each([
    ['emoji', 'steve😀'],
    ['an at sign', 'steve@example.org'],
    ['markup', '<b>steve</b>'],
    ['an override of direction', 'steve\u202Eevets'],
    ['an invisible joiner', 'ste\u200Dve'],
    ['marks piled up', `steve${'\u0301'.repeat(9)}`],
    ['a line break', 'ste\nve'],
    ['NUL', NUL],
    ['half an emoji', LONE_HIGH],
  ])('may not hold %s', (_, name) => {
    expect(username.safeParse(name).success).toBe(false);
  });

  it('says what is wrong with its length (SHOP-5.1)', () => {
    expect(firstMessage(username, 'ab')).toBe('Username must be at least 3 characters');
    expect(firstMessage(username, '  a  ')).toBe('Username must be at least 3 characters');
    expect(firstMessage(username, 'a'.repeat(33))).toBe('Username must be at most 32 characters');
  });
});

describe('password (OWN-252)', () => {
  it.each(['123456', 'größer!', '密码密码密码', '  six ', '😀'.repeat(6), 'x'.repeat(128)])(
    'may be %p, as typed',
    (value) => {
      expect(password.parse(value)).toBe(value);
    },
  );

  it('says what is wrong with its length (SHOP-5.2)', () => {
    expect(firstMessage(password, '12345')).toBe('Password must be at least 6 characters');
    expect(firstMessage(password, 'x'.repeat(129))).toBe('Password must be at most 128 characters');
  });
});

describe('text', () => {
  it('takes any script, emoji and line breaks, trimmed', () => {
    const value = 'Grüße, 你好, مرحبا, 👩‍🚀\n\tzweite Zeile';
    expect(text(100).parse(`  ${value}  `)).toBe(value);
  });

  it.each([
    ['NUL', NUL],
    ['a lone high surrogate', LONE_HIGH],
    ['a lone low surrogate', LONE_LOW],
    ['an escape character', 'a\u001B[31m'],
    ['what is too long', 'x'.repeat(101)],
  ])('refuses %s', (_, value) => {
    expect(text(100).safeParse(value).success).toBe(false);
    expect(optionalText(100).safeParse(value).success).toBe(false);
  });

  it('is empty only where that is allowed', () => {
    expect(text(10).safeParse('   ').success).toBe(false);
    expect(optionalText(10).parse('   ')).toBe('');
  });

  it.each(['\u200B', '\u2060\u200D', '\u3164', '\u00AD', '\u2800', '\u{E0041}', '\uFE0F'])(
    'is nothing where it shows nothing, as %j (OWN-189)',
    (value) => {
      for (const field of [text(10), line(10)]) {
        expect(field.safeParse(value).success).toBe(false);
        expect(field.parse(`a${value}`)).toContain('a');
      }
    },
  );

  it('is something where a mark joins what shows (OWN-189)', () => {
    for (const value of ['👩\u200D🚀', '❤\uFE0F', 'می\u200Cخواهم', '.'])
      expect(line(20).parse(value)).toBe(value);
  });
});

describe('reportText', () => {
  it('cuts and mends instead of refusing', () => {
    expect(reportText(3).parse('abcdef')).toBe('abc');
    expect(reportText(20).parse(`${NUL} ${LONE_HIGH}\n`)).toBe('a\uFFFDb a\uFFFDb\n');
    expect(reportText(2).parse('a😀')).toBe('a\uFFFD');
    expect(reportText(20).parse('Grüße 😀')).toBe('Grüße 😀');
  });
});

describe('ids (OWN-35)', () => {
  it('stand in accounts, products and orders, amounts beside them as decimal strings', () => {
    for (const { shape } of [currentUser, product, order]) expect(shape.id).toBe(id);
    expect([product.shape.price, order.shape.totalPrice, accountProfile.shape.storeCredit]).toEqual(
      Array.from({ length: 3 }, () => decimalString),
    );
  });

  it('of calls are not below 0, nor their instants before 1970 (OWN-1266)', () => {
    expect(['0.00', '-1.00'].map((amount) => clientDecimal.safeParse(amount).success)).toEqual([true, false]);
    const instants = [
      '1970-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
    ];
    expect(instants.map((at) => clientInstant.safeParse(at).success)).toEqual([true, true, false, false]);
  });

  it('are positive integers a column can hold', () => {
    expect([1, 2_147_483_647].map((value) => id.parse(value))).toEqual([1, 2_147_483_647]);
    for (const value of [0, -1, 1.5, 2_147_483_648, '1', null])
      expect(id.safeParse(value).success).toBe(false);
  });

  it('are digits in an address', () => {
    expect(idParam.parse('42')).toBe(42);
    for (const value of ['0', '042', '1e3', '-1', '1.5', ' 1', '2147483648', '9999999999', '٤', 42])
      expect(idParam.safeParse(value).success).toBe(false);
  });

  it('of checkouts are opaque references', () => {
    expect(ref.safeParse('A'.repeat(22)).success).toBe(true);
    for (const value of ['A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}/`, 1])
      expect(ref.safeParse(value).success).toBe(false);
  });
});
