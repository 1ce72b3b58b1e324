import { describe, expect, it } from '@jest/globals';
import { strictSkeleton } from './name-skeleton.js';
import { listImitatedNames } from './imitated-names.js';

const imitates = (username: string, name: string): boolean =>
  listImitatedNames(username).some((one) => strictSkeleton(one) === strictSkeleton(name));

describe('a name that imitates another (OWN-1337)', () => {
  it.each([
    ['the st_move', 'st_move'],
    ['st_move2', 'st_move'],
    ['St_Move_99', 'st_move'],
    ['TheStMove', 'st_move'],
    ['realst_move', 'st_move'],
    ['st_move official', 'st_move'],
    ['xX_st_move_Xx', 'st_move'],
    ['Its St Move 2', 'st_move'],
    ['The Max', 'Max'],
    ['n0va7', 'nova'],
    ['realnovas', 'novas'],
  ])('%s: %s', (username, name) => {
    expect(imitates(username, name)).toBe(true);
  });

  it.each([
    ['Max2', 'Max'],
    ['realnova', 'nova'],
    ['Mover', 'Move'],
    ['stmovement', 'st_move'],
    ['Theodor', 'Odor'],
    ['Realm', 'M'],
    ['Novara', 'nova'],
    ['Dieter', 'Ter'],
    ['Casanova', 'nova'],
    ['xx', 'st_move'],
    ['2', 'st_move'],
  ])('not %s: %s', (username, name) => {
    expect(imitates(username, name)).toBe(false);
  });
});
