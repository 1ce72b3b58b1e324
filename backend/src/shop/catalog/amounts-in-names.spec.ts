import { describe, expect, it } from '@jest/globals';
import {
  readMillionsOfCoins,
  readPieceCount,
  nameWithoutCount,
  unreadableCoinsIn,
} from './amounts-in-names.js';

describe('amounts in the names of products (OWN-905)', () => {
  it.each([
    ['64x Omega Gem', 64],
    ['Omega Gem x64', 64],
    ['9999999x Omega Gem', 9_999_999],
    ['640 000x Omega Gem', 640_000],
    ['6,400 pcs Omega Gem', 6_400],
    ['2x 64x Omega Gem', 128],
    ['1 Omega Gem', 1],
    ['64* Omega Gem', 64],
    ['Omega Gem *64', 64],
    ['0x Omega Gem', 1],
    ['64 Omega Gem', 64],
    ['2 Omega Gem', 2],
    ['Omega Gem 64', 64],
    ['Omega Gem (64)', 64],
    ['Omega Gem [2]', 2],
    ['Omega Gem stack of 64', 64],
    ['Omega Gem 64-pack', 64],
    ['Omega Gem 64ct', 64],
    ['64er-Pack Omega Gem', 64],
    ['Omega Gem – 6,400', 6_400],
  ])('are pieces: %s', (name, pieces) => {
    expect(readPieceCount(name)).toBe(pieces);
    expect(nameWithoutCount(name)).toBe(nameWithoutCount('Omega Gem'));
  });

  it.each([
    ['4 stacks', 4],
    ['400 stacks', 400],
    ['9 boxes', 9],
    ['12 Bücher', 12],
    ['1 stack', 1],
    ['6400', 6_400],
    [' 6,400 ', 6_400],
    ['Full kit', 1],
  ])('are pieces of a label: %s (OWN-905)', (label, pieces) => {
    expect(readPieceCount(label)).toBe(pieces);
  });

  it.each([
    'Kit 2',
    '500M',
    'Kit Level 30',
    'Kit lvl. 30',
    'Kit (Level 30)',
    'Kit Tier 12',
    'Kit v2',
    'Kit 1.20',
    '1.20 Kit',
    'Kit 1.20.4',
    'Kit Version 12',
    'Kit Season 12',
    'Kit #12',
    'Kit Stufe 12',
    'Plot 16×16',
    '3D Kit',
    '64 Coins',
    '100 M',
    'Coins: 250,000,000',
  ])('are no pieces: %s (OWN-905)', (name) => {
    expect(readPieceCount(name)).toBe(1);
  });

  it.each([
    ['1B Coins', 1_000],
    ['500M', 500],
    ['1.5 billion coins', 1_500],
    ['Coins: 250,000,000', 250],
    ['2 Mrd Coins', 2_000],
    ['3 Milliarden Coins', 3_000],
    ['10kcoins', 0.01],
    ['1_000_000_000 Coins', 1_000],
    ['1B C0ins', 1_000],
    ['1B Münzen', 1_000],
    ['500M Money', 500],
    ['500M Cash', 500],
    ['2 Mio Geld', 2],
    ['64 Coins', 0.000_064],
    ['5M fence', 0],
    ['5 Beacons', 0],
    ['64x Omega Gem', 0],
    ['Coins', 0],
  ])('are millions of coins: %s', (name, millions) => {
    expect(readMillionsOfCoins(name)).toBeCloseTo(millions, 9);
  });

  it.each(['\u200B', '\u2060', '\u00AD', '\uFE0F', '\u3164', '\u0332', '\u20E3'])(
    'are read as they are seen, with %j in them (OWN-905)',
    (unseen) => {
      expect(readMillionsOfCoins(`5${unseen}00M Coins`)).toBe(500);
      expect(readPieceCount(`6${unseen}4x Omega Gem`)).toBe(64);
      expect(nameWithoutCount(`6${unseen}4x Omega Gem`)).toBe(nameWithoutCount('Omega Gem'));
    },
  );

  it('have no blank that nobody sees (OWN-905)', () => {
    expect(nameWithoutCount('\u3164Omega\u200B Gem')).toBe(nameWithoutCount('Omega Gem'));
  });

  it.each(['5OOM Coins', '5oоM Coins'])('are read with a letter O as a zero: %s (OWN-905)', (name) => {
    expect(readMillionsOfCoins(name)).toBe(500);
  });

  it.each([
    ['Three Billion Coins', 'in words'],
    ['3 thousand million coins', 'in words'],
    ['Drei Milliarden Münzen', 'in words'],
    ['Three Bi11ion C0ins', 'in words'],
    ['A bag of coins', 'no amount'],
    ['3 Billion Coins', undefined],
    ['64 Coins', undefined],
    ['Three Million Beacons', undefined],
    ['Omega Gem', undefined],
  ])('are told apart from those that cannot be read: %s (OWN-905)', (name, unread) => {
    expect(unreadableCoinsIn(name)).toBe(unread);
  });
});
