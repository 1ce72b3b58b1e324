import { describe, expect, it } from '@jest/globals';
import type { Post, PostedTicket } from '@pax/contracts';
import { aPost, NOON } from '../../test/samples.js';
import { countEmbedCharacters, buildNewMessage, packPostsIntoMessage } from './post-message.js';
import { createPostView } from './post-view.js';
import { STATE_MARK } from './state-marks.js';
import { createTicketView } from './ticket-view.js';

const ticket = (changes: Partial<PostedTicket> = {}): PostedTicket => ({
  id: 12,
  name: 'Jürgen',
  subject: 'Elytra did not arrive',
  message: 'I was online.\nNobody came.',
  priority: 'high',
  status: 'open',
  prioritySupport: false,
  createdAt: NOON,
  username: null,
  discordId: null,
  namedOrders: [],
  ...changes,
});
const posted = (id: number, changes: Partial<PostedTicket> = {}): Post =>
  aPost(id, { kind: 'ticket', ticket: ticket(changes) }, 'ticket.opened');

describe('ticketView (OWN-145)', () => {
  it('shows what a new ticket is about, from whom, how old and how urgent it is', () => {
    expect(createPostView(posted(3))).toEqual({
      title: 'Ticket #12 · Elytra did not arrive',
      description: '🟡 **Offen** · <t:1772366400:R>\nI was online.\nNobody came.',
      color: 0xffb347,
      fields: [
        { name: 'Von', value: 'Besucher (nicht angemeldet)', inline: true },
        { name: 'Angegebener Name', value: '`Jürgen`', inline: true },
        { name: 'Priorität', value: 'Hoch', inline: true },
      ],
      timestamp: NOON,
      footer: { text: 'Post 3' },
    });
  });

  it('says who wrote it as the shop knows it, and sets the typed name and orders apart (OWN-1340)', () => {
    const fieldsOf = (changes: Partial<PostedTicket>) =>
      Object.fromEntries(
        createTicketView('ticket.opened', ticket(changes)).fields?.map(({ name, value }) => [name, value]) ??
          [],
      );
    const claimed = { name: 'nova', namedOrders: [{ id: 17, isOwn: false }] };
    expect(fieldsOf(claimed)).toEqual({
      Von: 'Besucher (nicht angemeldet)',
      'Angegebener Name': '`nova`',
      Bestellung: '#17 (nur angegeben)',
      Priorität: 'Hoch',
    });
    expect(fieldsOf({ ...claimed, username: 'rival', discordId: '184303546217549906' })).toEqual({
      Von: 'Konto `rival` <@184303546217549906>',
      'Angegebener Name': '`nova`',
      Bestellung: '#17 (nicht von diesem Konto)',
      Priorität: 'Hoch',
    });
    const own = { namedOrders: [17, 18].map((id) => ({ id, isOwn: id === 17 })) };
    expect(fieldsOf({ name: 'nova', username: 'nova', ...own })).toEqual({
      Von: 'Konto `nova`',
      Bestellung: '#17 (eigene), #18 (nicht von diesem Konto)',
      Priorität: 'Hoch',
    });
    // A post of an earlier version knows no account.
    expect(fieldsOf({ name: 'nova', username: undefined })).toEqual({
      'Angegebener Name': '`nova`',
      Priorität: 'Hoch',
    });
  });

  it('names what became of it, without the message again', () => {
    const of = (type: Post['type'], status: PostedTicket['status']) => {
      const { state, label, lines } = createTicketView(type, ticket({ status, response: 'At spawn.' }));
      return [STATE_MARK[state], label, lines];
    };
    expect(of('ticket.answered', 'resolved')).toEqual(['🟢', 'Beantwortet', []]);
    expect(of('ticket.closed', 'closed')).toEqual(['🔴', 'Geschlossen', []]);
    expect(of('ticket.taken', 'in_progress')).toEqual(['🔵', 'In Bearbeitung', []]);
    expect(createTicketView('ticket.opened', ticket({ prioritySupport: true })).notes).toEqual(['Vorrang']);
  });

  it('keeps question and answer in its first post, alone in its message (OWN-1589)', () => {
    const linesOf = (changes: Partial<PostedTicket>, isAlone?: boolean): string[] | undefined => {
      const view = createTicketView('ticket.opened', ticket(changes), isAlone);
      return view.lines && [...view.lines];
    };
    const question = 'I was online.\nNobody came.';
    const answered = { status: 'resolved', response: 'Code K7QM-2VXT-9HBR-4WZD,\n*me@x.org*' } as const;
    expect(linesOf(answered)).toEqual([
      question,
      '',
      '**Antwort**',
      expect.stringMatching(/^Code \(Code\),\n.*E-Mail/),
    ]);
    expect(linesOf({ status: 'closed', response: null })).toEqual([question]);
    expect(linesOf({ status: 'closed' })).toEqual([question]);
    // Several long answers would not fit into one message.
    expect(linesOf(answered, false)).toEqual([]);
    expect(linesOf({ status: 'in_progress' }, false)).toEqual([question]);
    const [first, second] = [3, 4].map((id) => posted(id, answered));
    if (!first || !second) throw new Error('no posts');
    expect(buildNewMessage('tickets', [first]).embeds[0]?.description).toContain('**Antwort**');
    expect(JSON.stringify(buildNewMessage('tickets', [first, second]).embeds)).not.toContain('Antwort**');
  });

  it('is the short reference once its sender is forgotten (OWN-584)', () => {
    const forgotten = ticket({ name: '', subject: '', message: '', response: null, status: 'closed' });
    const view = createTicketView('ticket.answered', forgotten);
    expect(view).toMatchObject({ title: 'Ticket #12', color: 0x767fa3 });
    expect([view.lines ?? [], view.fields ?? []]).toEqual([[], []]);
  });

  it('mentions nobody, marks nothing up and hides addresses (OWN-31, OWN-145)', () => {
    const hostile = '@everyone <@&1> [x](https://y) **b** `c` me@example.org,\nyou@x.y';
    const view = createTicketView(
      'ticket.opened',
      ticket({ name: hostile, subject: hostile, message: hostile }),
    );
    for (const text of [view.title, view.lines?.[0]]) {
      expect(text).not.toMatch(/(?<!\\)[@<>[\]`]|example|https:|x\.y/);
      expect(text).toContain('E-Mail');
    }
    // A name stands in a code span, which nothing in it ends.
    expect(view.fields?.[1]?.value).toMatch(/^`[^`]*\(E-Mail\)[^`]*`$/);
    expect(buildNewMessage('tickets', [posted(1, { message: hostile })]).allowed_mentions).toEqual({
      parse: [],
    });
  });

  it('shows no code and no secret link, wherever it was typed (OWN-145)', () => {
    const secrets = 'K7QM-2VXT-9HBR-4WZD https://shop.example/support-ticket#q7Zk2mX9-bTn4VwLr0_Hcd';
    const view = createTicketView(
      'ticket.opened',
      ticket({ name: secrets, subject: secrets, message: secrets }),
    );
    const texts = [view.title, view.lines?.[0], view.fields?.[1]?.value];
    for (const text of texts) expect(text).toMatch(/\(Code\) \(Link\)`?$/);
  });

  it('fits whatever people wrote (OWN-136)', () => {
    for (const character of ['a', '*', '😀', '@', '\n'])
      for (const length of [4_095, 4_096, 4_097, 5_000]) {
        const text = character.repeat(length);
        const view = createPostView(posted(1, { name: text, subject: text, message: text, response: text }));
        expect(view.title?.length).toBeLessThanOrEqual(256);
        expect(view.description?.length).toBeLessThanOrEqual(4_096);
        expect(view.fields?.[1]?.value.length).toBeLessThanOrEqual(1_024);
        expect(countEmbedCharacters(view)).toBeLessThanOrEqual(6_000);
      }
  });

  it('packs as many as one message takes', () => {
    const posts = Array.from({ length: 4 }, (_, index) => posted(index + 1, { message: '*'.repeat(5_000) }));
    expect(packPostsIntoMessage(posts)).toHaveLength(2);
  });
});
