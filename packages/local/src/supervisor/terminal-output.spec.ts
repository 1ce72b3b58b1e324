import { describe, expect, it } from '@jest/globals';
import { formatOverview, readAccounts } from './terminal-output.js';

const mia = { username: 'mia', password: 'mia-mia', role: 'customer' };

describe('the demo accounts', () => {
  it('are read from between the lines of a log', () => {
    const said = `[Nest] 1 WARN before\n[{ not JSON\n${JSON.stringify([mia])}\n[Nest] 2 WARN [Bell] after\n`;
    expect(readAccounts(said)).toEqual([mia]);
  });

  it('are none where none were printed', () => {
    expect(readAccounts('[Nest] 1 WARN alone\n[{"username":1}]\n')).toEqual([]);
  });
});

describe('what is printed once the shop is ready (OWN-215)', () => {
  const overview = {
    shopUrl: 'http://127.0.0.1:3000',
    sandboxUrl: 'http://127.0.0.1:3100',
    playsDiscord: true,
    playsStripe: true,
    playsPaypal: true,
    dataDir: '.data',
    adminCode: 'CODE-FOR-ONE',
    accounts: [mia],
  };

  it('names every address, the admin code and the demo accounts', () => {
    const printed = formatOverview(overview, 1_234);
    const { shopUrl, sandboxUrl, adminCode } = overview;
    for (const part of [
      shopUrl,
      `${shopUrl}/admin`,
      `${sandboxUrl}/discord`,
      `${sandboxUrl}/stripe`,
      `${sandboxUrl}/paypal`,
      adminCode,
      ...Object.values(mia),
    ])
      expect(printed.split(/\s+/)).toContain(part);
  });

  it('leaves out what is not there', () => {
    const printed = formatOverview(
      { ...overview, playsStripe: false, playsPaypal: false, adminCode: '', accounts: [] },
      1_234,
    );
    expect(printed).not.toMatch(/Stripe|PayPal|Admin code|Demo accounts/);
  });
});
