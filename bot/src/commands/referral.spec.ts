import { describe, expect, it } from '@jest/globals';
import { aCall } from '../../test/samples.js';
import type { Backend } from '../core/backend.js';
import { referralCommand } from './referral.js';

describe('/referral (OWN-487)', () => {
  const withCode = (referral: Awaited<ReturnType<Backend['referralOf']>>) =>
    referralCommand({ backend: { referralOf: async () => referral }, publicUrl: 'https://shop.test' });
  const REFERRAL = {
    code: 'PAXMARA01',
    total_referrals: 1,
    successful_referrals: 2,
    total_store_credit: '12.50',
    pending_store_credit: '3.00',
  };

  it.each([
    ['en', '1 friend uses it, 2 bought\n$12.50 store credit earned, $3.00 more when'],
    ['de', '1 Freund nutzt ihn, 2 haben gekauft\n12,50\u00a0$ Guthaben verdient, 3,00\u00a0$ kommen dazu'],
  ] as const)('says code, friends and earnings in %s, to the caller alone', async (language, said) => {
    const command = withCode(REFERRAL);
    const [embed] = (await command.execute(aCall({ language }))).embeds ?? [];
    expect(embed?.description).toContain(`\`PAXMARA01\`\n${said}`);
    expect(command.policy).toMatchObject({ ephemeral: true, permission: 'everyone' });
  });

  it('tells who has no code where to make one', async () => {
    const [embed] = (await withCode({ ...REFERRAL, code: null }).execute(aCall())).embeds ?? [];
    expect(embed?.description).toMatch(/^You have none yet/);
  });

  it('tells who has no account how to get one', async () => {
    expect((await withCode(null).execute(aCall())).content).toContain('https://shop.test');
  });
});
