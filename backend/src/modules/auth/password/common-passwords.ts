import { Injectable, type OnModuleInit } from '@nestjs/common';
import { passwordWeakness } from '@pax/contracts';
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { ShopError } from '../../../common/problem.js';

const FILE = new URL('../../../../data/common-passwords.bin', import.meta.url);
/** So much of a hash is kept of each: two passwords share it once in a million million. */
const BYTES = 5;

const WORDS = {
  name: 'Your name and the shop’s are easy to guess. Please choose another password.',
  pattern: 'Runs and repeats are easy to guess. Please choose another password.',
  common: 'This password is one of the most used ones. Please choose another.',
};

/** Refuses the passwords that guessers try first. The list lies beside the program: nobody is asked. */
@Injectable()
export class CommonPasswords implements OnModuleInit {
  private readonly known = new Set<string>();

  async onModuleInit(): Promise<void> {
    const list = await readFile(FILE);
    for (let at = 0; at < list.length; at += BYTES) this.known.add(list.toString('hex', at, at + BYTES));
  }

  /**
   * Whatever the case of the letters: `Password` is as easy to guess.
   * @throws ShopError PASSWORD_COMMON, also for names and patterns (OWN-252, OWN-347)
   */
  refuse(password: string, username: string): void {
    const weakness = passwordWeakness(password, username);
    if (weakness !== undefined) throw new ShopError('PASSWORD_COMMON', WORDS[weakness], { why: weakness });
    const hash = createHash('sha256').update(password.trim().toLowerCase()).digest('hex');
    if (this.known.has(hash.slice(0, BYTES * 2)))
      throw new ShopError('PASSWORD_COMMON', WORDS.common, { why: 'common' });
  }
}
