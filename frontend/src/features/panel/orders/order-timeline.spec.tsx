import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { OrderTimelineEntry } from '@pax/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { problemResponse } from '../../../test/mock-server';
import { openPanel } from '../../../test/open-panel';
import { order } from '../../../test/order-lists';
import { applyOrderState } from './order-list-cache';

const at = '2025-11-01T20:15:00.000Z';
const paid: OrderTimelineEntry = { id: 'mark-paid', at, kind: 'mark', mark: 'paid' };

const openSheet = async (answer: () => Response) => {
  const page = await openPanel({ 'GET /api/admin/orders/1/timeline': answer }, '/admin?open=1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Bestellung #1' }));
  const texts = async () =>
    within(await sheet.findByRole('list', { name: 'Verlauf' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replace(/( · )?[\d.]+, [\d:]+$/, ''));
  return { ...page, sheet, texts };
};

describe('the timeline of an order (OWN-1575)', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('names what happened, who did it and why, and links posts', async () => {
    const staff = { at, kind: 'status', actor: 'mara' } as const;
    const { texts, sheet } = await openSheet(() =>
      fakeResponse([
        { id: '1', at, kind: 'notice', notice: 'delivered', ways: { direct: 'dropped', mail: 'sent' } },
        { id: '2', at, kind: 'post', channel: 'history', state: 'sent', link: 'https://discord.test/1' },
        { id: '3', ...staff, from: 'pending', to: 'processing', isUndo: true },
        { id: '4', ...staff, from: 'processing', to: 'pending', isUndo: false, reason: 'Offline' },
        { id: '5', at, kind: 'refund', amount: '4.00', state: 'manual' },
        { id: '6', at, kind: 'dispute', amount: '4.00', state: 'lost' },
        { id: '7', at, kind: 'act', action: 'order.refund', actor: 'operator', reason: 'Half of it came' },
        { id: '8', at, kind: 'receipt', state: 'waiting' },
      ] satisfies OrderTimelineEntry[]),
    );
    expect(await texts()).toEqual([
      'An den Käufer: geliefertGlocke, Direktnachricht nicht gesendet, E-Mail',
      'Beitrag im VerlaufskanalÖffnengesendet',
      'Rückgängig gemacht, wieder: In Bearbeitungmara',
      'ZurückgegebenOfflinemara',
      'Erstattung über $4.00: von Hand nötig',
      'Streitfall über $4.00 verloren',
      'Bestellung erstattetHalf of it cameBetreiber',
      'Beleg per E-Mailwartet',
    ]);
    const link = sheet.getByRole('link', { name: 'Öffnen: Beitrag im Verlaufskanal' });
    expect(link.getAttribute('href')).toBe('https://discord.test/1');
  });

  it('follows the order, without emptying the list meanwhile', async () => {
    let isMoved = false;
    const { texts, client } = await openSheet(() =>
      fakeResponse(isMoved ? [{ ...paid, id: 'mark-overdue', mark: 'overdue' }, paid] : [paid]),
    );
    expect(await texts()).toEqual(['Bezahlt']);
    isMoved = true;
    act(() => applyOrderState(client, order({ version: 2 })));
    expect(await texts()).toHaveLength(1);
    await waitFor(async () => expect(await texts()).toEqual(['Überfällig', 'Bezahlt']));
  });

  it('shows what people are told of a step after its undo time, without a new version', async () => {
    let entries: OrderTimelineEntry[] = [paid];
    let reads = 0;
    const { texts, client } = await openSheet(() => {
      reads += 1;
      return fakeResponse(entries);
    });
    expect(await texts()).toEqual(['Bezahlt']);
    jest.useFakeTimers();
    const pass = (ms: number) => act(async () => await jest.advanceTimersByTimeAsync(ms));
    const moved = { from: 'pending', to: 'completed', isUndo: false } as const;
    const step = { id: 'status', kind: 'status', ...moved, actor: 'mara' } as const;
    entries = [{ ...step, at: new Date().toISOString() }, paid];
    act(() => applyOrderState(client, order({ version: 2 })));
    await pass(1_000);
    expect(await texts()).toHaveLength(2);
    entries = [{ id: 'post', at, kind: 'post', channel: 'history', state: 'sent', link: null }, ...entries];
    await pass(10_000);
    expect(await texts()).toHaveLength(3);
    await pass(20_000);
    const before = reads;
    await pass(30_000);
    expect(reads).toBe(before);
  });

  it('shows the newest entries, and all on request', async () => {
    const many = Array.from({ length: 20 }, (_, place) => ({ ...paid, id: String(place) }));
    const { texts, sheet } = await openSheet(() => fakeResponse(many));
    expect(await texts()).toHaveLength(8);
    await userEvent.click(sheet.getByRole('button', { name: 'Alle 20 Einträge zeigen' }));
    expect(await texts()).toHaveLength(20);
  });

  it('says so when it could not be loaded', async () => {
    const { sheet } = await openSheet(() => problemResponse(403, 'FORBIDDEN', 'no'));
    expect(await sheet.findByText('Der Verlauf konnte nicht geladen werden.')).toBeTruthy();
  });
});
