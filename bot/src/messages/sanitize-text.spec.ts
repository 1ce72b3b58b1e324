import { describe, expect, it } from '@jest/globals';
import { clipText, formatCodeSpan, escapeMarkdown, redactSecrets } from './sanitize-text.js';

describe('plain', () => {
  it.each([
    ['**bold** _it_ ~~no~~', '\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~'],
    ['[click](https://evil.example)', '\\[click\\](https\\://evil.example)'],
    ['<@310457829164285952> @everyone', '\\<\\@310457829164285952> \\@everyone'],
    ['# big\n> quote', '\\# big > quote'],
    ['a\u202Eb\u200Bc\0d', 'a b c d'],
    ['half \uD800 pair', 'half \uFFFD pair'],
    ['a\u061Cb\u00ADc\u180Ed\u3164e\u{E0041}f', 'a b c d e f'],
    ['a\u115Fb\u1160c\uFFA0d\u2028e\u206Ff', 'a b c d e f'],
    ['\u3164\u3164', ''],
    ['`code` ||spoiler||', '\\`code\\` \\|\\|spoiler\\|\\|'],
  ])('keeps %j from formatting, linking and pinging (OWN-31)', (text, shown) => {
    expect(escapeMarkdown(text)).toBe(shown);
  });

  it.each([
    '👩‍👩‍👧‍👦 family',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England',
    '❤️‍🔥',
    'می‌خواهم',
    'क्‍ष',
    'العربية',
    '日本語、テスト。',
    'e\u0301te\u0301',
    'all-in-one (50+): 3:00 #1!',
  ])('leaves %j of people as it is', (text) => {
    expect(escapeMarkdown(text)).toBe(text);
  });

  it.each([
    ['- one', '\\- one'],
    ['1. one', '1\\. one'],
    ['+ one', '\\+ one'],
    ['a\u200Db', 'a\u200Db'],
    ['\u200D hidden \u200C', 'hidden'],
    ['🏴\u{E0067}\u{E007F}x\u{E0041}', '🏴\u{E0067}\u{E007F}x'],
  ])('escapes only what Discord reads as markdown, and hides nothing: %j', (text, shown) => {
    expect(escapeMarkdown(text)).toBe(shown);
  });

  it('cuts before it escapes, so that no escape is split', () => {
    expect(escapeMarkdown('*'.repeat(50), 10)).toBe(`${'\\*'.repeat(9)}…`);
  });
});

describe('withoutSecrets (OWN-145)', () => {
  it.each([
    ['write me@example.org, soon', 'write (E-Mail) soon'],
    ['my code K7QM-2VXT-9HBR-4WZD.', 'my code (Code).'],
    ['k7qm2vxt9hbr4wzd', '(Code)'],
    ['with code k7qm 2vxt 9hbr 4wzd!', '(Code)!'],
    ['Kode:\nK7QM–2VXT–9HBR–4WZD', 'Kode:\n(Code)'],
    ['admin code q7Zk2mX9-bTn4VwLr0_Hcd works', 'admin code (Code) works'],
    ['see https://shop.example/admin?tab=orders, and shop.example/Admin', 'see (Link) and (Link)'],
    ['https://shop.example/support-ticket#q7Zk2mX9-bTn4VwLr0_Hcd', '(Link)'],
    ['(shop.example/pay/q7Zk2mX9)', '(Link)'],
    ['https%3A%2F%2Fshop.example%2Fadmin', '(Link)'],
    ['HTTP://shop.example/%61dmin and shop.example/%41DM%49N', '(Link) and (Link)'],
    ['https%253A%252F%252Fshop.example%252F%61dmin', '(Link)'],
    ['http:\\\\shop.example\\admin or shop.example//\\ADMIN', '(Link) or (Link)'],
    ['shop.example/support%2Dticket#q7Zk2mX9', '(Link)'],
    ['shop.example\\Support-Ticket\\#q7Zk2mX9, shop.example/support-ticket%23q7Zk2mX9', '(Link) (Link)'],
    ['shop.example/p%61y/q7Zk2mX9 shop.example\\pay\\\\q7Zk2mX9', '(Link) (Link)'],
    ['shop.example/%61dmin/%ff%zz%', '(Link)'],
    ['me%40example.org me＠example.org', '(E-Mail) (E-Mail)'],
  ])('takes addresses, codes and secret links out of %j', (text, shown) => {
    expect(redactSecrets(text)).toBe(shown);
  });

  it.each([
    'ping @Steve and @Alex',
    'with this item that went 2024',
    'xXDragonSlayer99 and NetheriteKnight1 ordered',
    'my administrator/admins page, /paypal, https://shop.example/support-ticket',
    '100% sure, 50%61dmin, %2Fadministrator C:\\pay',
    'order 1234-5678 of 2026-03-01, code PAX9QK2L1',
    'Donaudampfschifffahrtsgesellschaft',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('leaves %j as it is', (text) => {
    expect(redactSecrets(text)).toBe(text);
  });

  it('reads a long row of dashes in a time that grows with its length (OWN-380)', () => {
    const row = '–'.repeat(10_000);
    const began = performance.now();
    expect(redactSecrets(row)).toBe(row);
    expect(performance.now() - began).toBeLessThan(50);
  });
});

describe('formatCodeSpan', () => {
  it.each([
    ['Steve_42', '`Steve_42`'],
    ['.Bed Rock', '`.Bed Rock`'],
    ['a`b``c', '`aˋbˋˋc`'],
    ['two\r\nlines', '`two lines`'],
    ['*_~|#<@1>', '`*_~|#<@1>`'],
    ['a\u202Eb\u2066c\u061Cd', '`abcd`'],
    ['\u202E', '–'],
    [null, '–'],
    ['   ', '–'],
  ])('shows %j as staff can copy it (OWN-31)', (name, shown) => {
    expect(formatCodeSpan(name)).toBe(shown);
  });
});

describe('clipText', () => {
  it('never splits a character', () => {
    expect(clipText('🧱🧱🧱', 4)).toBe('🧱…');
    expect(clipText('abc', 3)).toBe('abc');
    expect(clipText('abcd', 3)).toBe('ab…');
    expect(clipText('a👩‍👩‍👧‍👦b', 12)).toBe('a…');
    expect(clipText('a👩‍👩‍👧‍👦b', 13)).toBe('a👩‍👩‍👧‍👦b');
    expect(clipText('e\u0301e\u0301e\u0301', 4)).toBe('e\u0301…');
    expect(clipText('🏴\u{E0067}\u{E0062}\u{E007F}x', 5)).toBe('…');
  });
});
