import { describe, expect, it } from '@jest/globals';
import { botCalls, ERROR_STATUS, type ErrorCode } from '@pax/contracts';
import { waitUntil } from '../../test/wait-until.js';
import { createLogger } from '../logger.js';
import { BackendUnavailableError, ProblemError } from '../shop-client.js';
import { Alerts } from './alerts.js';
import { stubCall, StubShop } from '../../test/stub-shop.js';

const refused = (code: ErrorCode) =>
  new ProblemError({ type: '', title: '', status: ERROR_STATUS[code], code, message: '' });

describe('an alert (OWN-146)', () => {
  const raised = (...failures: Error[]) => {
    const told: string[] = [];
    const waits: number[] = [];
    const shop = new StubShop(
      stubCall(botCalls.reportAlert, ({ body: { title } }) => {
        const failure = failures.shift();
        if (failure) throw failure;
        told.push(title);
        return undefined;
      }),
    );
    const wait = async (ms: number) => void waits.push(ms);
    const alerts = new Alerts(shop, createLogger({ level: 'silent' }), wait);
    return { alerts, told, waits, failures };
  };

  it('that the shop could not take is told once it is back, each once', async () => {
    const away = new BackendUnavailableError('away');
    const { alerts, told, waits } = raised(away, away, away, refused('UNAVAILABLE'));
    await Promise.all([alerts.raiseAlert('one', 'x'), alerts.raiseAlert('two', 'x')]);
    await waitUntil(() => told.length === 2, 'both are told');
    expect(told).toEqual(['one', 'two']);
    expect(waits).toHaveLength(3);
    await alerts.raiseAlert('three', 'x');
    expect(told).toEqual(['one', 'two', 'three']);
  });

  it('is told after each time that the shop was away', async () => {
    const away = new BackendUnavailableError('away');
    const { alerts, told, failures } = raised();
    for (const title of ['one', 'two']) {
      failures.push(away, away);
      await alerts.raiseAlert(title, 'x');
      await waitUntil(() => told.at(-1) === title, `${title} is told`);
    }
    expect(told).toEqual(['one', 'two']);
  });

  it('that the shop refuses is not told again', async () => {
    const { alerts, told, waits } = raised(refused('VALIDATION'));
    await alerts.raiseAlert('one', 'x');
    await alerts.raiseAlert('two', 'x');
    expect([told, waits]).toEqual([['two'], []]);
  });
});
