import { describe, expect, it } from '@jest/globals';
import type { NoticeContent } from '@pax/contracts';
import { createPushMessage } from './push-texts.js';

const ticket = (subject: string, isOnAccountPage = true): NoticeContent => ({
  kind: 'ticket',
  ticket: { id: 7, subject, state: 'answered', isOnAccountPage },
});
const messageOf = (content: NoticeContent, language: 'en' | 'de' = 'en') =>
  createPushMessage({ id: 3, topic: 'ticket:7', content }, language);

describe('the words of a push message', () => {
  it('name the ticket and lead to it, or say how to open it', () => {
    expect(messageOf(ticket('Where?'), 'de')).toEqual({
      title: 'Ticket #7 wurde beantwortet',
      body: 'Where?',
      url: '/account?tab=support',
      tag: 'ticket:7',
    });
    expect(messageOf(ticket('Where?', false))).toMatchObject({
      body: 'Where?\nOpen it with the link you got when you sent it.',
      url: '/',
    });
  });

  it('are cut at 400 whole characters, so that a message stays below what services take', () => {
    expect(messageOf(ticket('😀'.repeat(400))).body).toBe('😀'.repeat(400));
    expect(messageOf(ticket('😀'.repeat(401))).body).toBe(`${'😀'.repeat(399)}…`);
    const order = {
      id: 2 ** 31 - 1,
      productName: '😀'.repeat(200),
      quantity: 1,
      status: 'completed',
      minecraftName: null,
    } as const;
    const content: NoticeContent = { kind: 'delivered', order };
    expect(Buffer.byteLength(JSON.stringify(messageOf(content)))).toBeLessThan(3_500);
  });

  it('keep every refund beside the others', () => {
    const order = {
      id: 7,
      productName: 'Elytra',
      quantity: 1,
      status: 'completed',
      minecraftName: null,
    } as const;
    const returned = { cash: '5.00', credit: '0.00' };
    const tagOf = (id: number) =>
      createPushMessage({ id, topic: 'order:7', content: { kind: 'refunded', order, returned } }, 'en').tag;
    expect(tagOf(1)).not.toBe(tagOf(2));
  });
});
