import { botCalls, type CallAnswer } from '@pax/contracts';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../../test/samples.js';
import type { Call } from './command.js';
import { pointsCommand, referralCommand } from './loyalty.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

describe('/points (OWN-615)', () => {
  type Loyalty = CallAnswer<typeof botCalls.botPoints>['loyalty'];
  const GOLD: Loyalty = {
    points: 1240,
    pendingPoints: 0,
    pendingDeduction: 0,
    membershipTier: 'silver',
    nextTier: { tier: 'gold', current: '180.00', required: '250.00', percentage: 72, remaining: '70.00' },
  };
  const answered = async (loyalty: Loyalty, language: Call['language'] = 'en') => {
    const command = pointsCommand({
      shop: new StubShop(stubCall(botCalls.botPoints, () => ({ loyalty }))),
      publicUrl: 'https://shop.test',
    });
    return await command.execute(aCall({ language }));
  };

  it('says points, tier and the way to the next one, to the caller alone', async () => {
    const [embed] = (await answered(GOLD)).embeds ?? [];
    expect(embed?.title).toBe('You are Silver');
    expect(embed?.description).toBe(
      '**1,240** points to spend on rewards\n$70.00 more to spend until Gold\n\nThe shop: https://shop.test',
    );
    const [german] = (await answered(GOLD, 'de')).embeds ?? [];
    expect(german?.description).toContain('**1.240** Punkte');
    expect(pointsCommand({ shop: new StubShop(), publicUrl: '' }).policy).toMatchObject({
      ephemeral: true,
      permission: 'everyone',
    });
  });

  it('calls pending what comes with the delivery (OWN-851)', async () => {
    const [embed] = (await answered({ ...GOLD, pendingPoints: 1735 })).embeds ?? [];
    expect(embed?.description).toMatch(/^\*\*1,240\*\* points[^\n]*\n1,735 pending, yours when delivered\n/);
    const [german] = (await answered({ ...GOLD, pendingPoints: 1735 }, 'de')).embeds ?? [];
    expect(german?.description).toContain('\n1.735 ausstehend, einlösbar nach der Lieferung\n');
  });

  it('says what will be deducted, and no next tier at the highest', async () => {
    const [embed] =
      (await answered({ ...GOLD, points: 0, pendingDeduction: 30, nextTier: null })).embeds ?? [];
    expect(embed?.description).toMatch(/^\*\*0\*\* points[^\n]*\n30 will be taken[^\n]*\n\nThe shop/);
  });

  it('tells who has no account how to get one', async () => {
    expect((await answered(null)).content).toContain('https://shop.test');
  });
});

describe('/referral (OWN-615)', () => {
  const withCode = (referral: CallAnswer<typeof botCalls.botReferral>['referral']) =>
    referralCommand({
      shop: new StubShop(stubCall(botCalls.botReferral, () => ({ referral }))),
      publicUrl: 'https://shop.test',
    });
  const REFERRAL = {
    code: 'PAXMARA01',
    opened: 4,
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
