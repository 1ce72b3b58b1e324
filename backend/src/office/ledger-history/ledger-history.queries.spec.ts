import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { parseLedgerKey } from './ledger-history.queries.js';

/** Keys that move between free and held, or only a reward's code: no history shows them. */
const SILENT = ['hold:', 'release:', 'return:'];

describe('the meaning of a ledger key (OWN-507)', () => {
  it.each([
    ['earn:AAAAAAAAAAAAAAAAAAAAAA', { reason: 'earned', checkout: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['earn:order:12', { reason: 'earned', orderId: 12 }],
    ['sell:AAAAAAAAAAAAAAAAAAAAAA', { reason: 'purchase', checkout: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['reverse:order:12', { reason: 'refund', orderId: 12 }],
    ['reverse:order:12:450', { reason: 'refund', orderId: 12 }],
    ['reverse:commission:12:450', { reason: 'commission_back', orderId: 12 }],
    ['reverse:commission:12', { reason: 'commission_back', orderId: 12 }],
    ['commission:12', { reason: 'commission', orderId: 12 }],
    ['redeem:3', { reason: 'reward', rewardId: 3 }],
    ['use:3', { reason: 'reward_credit', rewardId: 3 }],
    ['referral-bonus:7', { reason: 'referral_bonus' }],
    ['join-reward:12', { reason: 'join_reward', orderId: 12 }],
    ['restock:12', { reason: 'restock', orderId: 12 }],
    ['delete-account:7:swept', { reason: 'account_deleted' }],
    ['set:coins:Zk2mX9', { reason: 'adjusted' }],
    ['set:credit:7:Zk2mX9', { reason: 'adjusted' }],
    ['seed:balances:3', { reason: 'other' }],
  ])('%s', (key, meaning) => {
    expect(parseLedgerKey(key)).toEqual(meaning);
  });

  it('is known of every key that the shop books under', () => {
    const found = execFileSync(
      'grep',
      [
        '-rhoE',
        '--include=*.ts',
        '--exclude=*spec.ts',
        'dempotencyKey: `[a-z-]+:',
        '../../people',
        '../../shop',
        '../../discord',
        '..',
      ],
      {
        cwd: new URL('.', import.meta.url),
        encoding: 'utf8',
      },
    );
    const begins = [
      ...new Set(
        found
          .trim()
          .split('\n')
          .map((line) => line.slice(line.indexOf('`') + 1)),
      ),
    ];
    expect(begins.length).toBeGreaterThan(5);
    const unknown = begins.filter(
      (begin) => begin !== 'reverse:' && parseLedgerKey(`${begin}1`).reason === 'other',
    );
    expect(unknown.filter((begin) => !SILENT.includes(begin))).toEqual([]);
  });
});
