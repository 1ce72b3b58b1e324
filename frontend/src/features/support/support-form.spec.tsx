import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../test/fake-response';
import { mockServer, problemResponse } from '../../test/mock-server';
import { mockUploads, pictureFile } from '../../test/mock-uploads';
import { renderPage } from '../../test/render-page';
import { order } from '../../test/order-lists';
import { user } from '../../test/user';
import { SupportPage } from './support-page';

const TOKEN = 'q7Zk2mX9-bTn4VwLr0_Hcd';
const SEND = 'POST /api/support-tickets';

const open = async (send: () => Response, me: unknown = '') => {
  const calls = mockServer({
    'GET /api/auth/me': () => (me === '' ? fakeResponse('', { status: 401 }) : fakeResponse(me)),
    [SEND]: send,
  });
  const page = await renderPage(<SupportPage />);
  await screen.findByRole('heading', { name: 'Support Center' });
  return { ...page, sent: () => calls.filter(({ call }) => call === SEND).map(({ body }) => body) };
};
const form = () => within(screen.getByRole('form', { name: 'Write to us' }));
const field = (name: string) => form().getByRole('textbox', { name });
const FIELDS = {
  Name: 'Jürgen',
  Email: 'j@example.org',
  Subject: 'No elytra',
  'Detailed message': 'Help me',
};
const fill = async (fields: Partial<typeof FIELDS> = FIELDS) => {
  for (const [name, text] of Object.entries(fields)) {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  }
};
const submit = () => userEvent.click(form().getByRole('button', { name: 'Send ticket' }));

describe('the support form', () => {
  it('asks for name, email, subject, priority and message, and needs all but the priority (ADMIN-2.51, ADMIN-5.1)', async () => {
    const { sent } = await open(() => fakeResponse({ id: 12, token: TOKEN }, { status: 201 }));
    const names = ['Low', 'Medium', 'High', 'Urgent'];
    expect(form().getAllByRole('radio')).toEqual(names.map((name) => form().getByRole('radio', { name })));
    expect(form().getByRole('radio', { name: 'Medium' })).toMatchObject({ checked: true });
    await submit();
    expect(await form().findAllByText('Please fill this in')).toHaveLength(4);
    await fill({ ...FIELDS, Email: 'nobody' });
    await submit();
    await form().findByText(/Enter an email address/);
    expect(sent()).toEqual([]);
  });

  it('takes the text typed for a closed ticket along once', async () => {
    mockServer({
      'GET /api/auth/me': () => fakeResponse('', { status: 401 }),
      [SEND]: () => fakeResponse({ id: 12, token: TOKEN }, { status: 201 }),
    });
    const state = { message: 'I am at spawn.' };
    await renderPage(<SupportPage />, { pathname: '/support', state });
    await screen.findByRole('heading', { name: 'Support Center' });
    expect(field('Detailed message')).toHaveProperty('value', 'I am at spawn.');
    const { 'Detailed message': _, ...others } = FIELDS;
    await fill(others);
    await submit();
    await screen.findByRole('heading', { name: 'Ticket #12 is with us' });
    await userEvent.click(screen.getByRole('button', { name: 'Write another one' }));
    expect(field('Detailed message')).toHaveProperty('value', '');
  });

  it('sends a ticket, says so, gives the secret link and is empty again (ADMIN-8.11, ADMIN-4.10, OWN-162)', async () => {
    const { sent, toasts } = await open(() => fakeResponse({ id: 12, token: TOKEN }, { status: 201 }));
    await fill();
    await userEvent.click(form().getByRole('radio', { name: 'High' }));
    await submit();
    await screen.findByRole('heading', { name: 'Ticket #12 is with us' });
    expect(toasts.at(-1)).toMatchObject({
      title: 'Support Ticket Created!',
      description: 'We will reply within 24 hours.',
    });
    expect(sent()).toEqual([
      {
        name: 'Jürgen',
        email: 'j@example.org',
        subject: 'No elytra',
        message: 'Help me',
        priority: 'high',
        language: 'en',
        requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
        website: '',
      },
    ]);
    screen.getByText(`http://localhost/support-ticket#${TOKEN}`);
    expect(screen.getByRole('link', { name: 'Open the ticket' }).getAttribute('href')).toBe(
      `/support-ticket#${TOKEN}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Write another one' }));
    for (const name of Object.keys(FIELDS)) expect(field(name)).toMatchObject({ value: '' });
  });

  it('knows who is signed in, and leads to the account page (OWN-162)', async () => {
    await open(() => fakeResponse({ id: 13, token: null }, { status: 201 }), user({ username: 'nova' }));
    await waitFor(() => expect(field('Name')).toMatchObject({ value: 'nova' }));
    await fill({ Email: 'n@example.org', Subject: 'x', 'Detailed message': 'y' });
    await submit();
    const link = await screen.findByRole('link', { name: 'Open the ticket' });
    expect(link.getAttribute('href')).toBe('/account?tab=support');
  });

  it('says that it failed, and keeps what was typed (ADMIN-8.12)', async () => {
    const refusals = [problemResponse(503, 'UNAVAILABLE', 'no'), problemResponse(429, 'RATE_LIMITED', 'no')];
    const { toasts } = await open(() => refusals.shift() ?? fakeResponse('', { status: 500 }));
    await fill();
    await submit();
    const failed = 'There was an error submitting your support request. Please try again.';
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ title: 'Submission Failed', description: failed }),
    );
    expect(field('Detailed message')).toMatchObject({ value: 'Help me' });
    await submit();
    await waitFor(() => expect(toasts.at(-1)?.description).toMatch(/Five tickets an hour/));
  });

  it('keeps the name of what was sent until the shop answers, and has another for the next one (OWN-826)', async () => {
    const answers = [
      () => fakeResponse('', { status: 502 }),
      () => problemResponse(503, 'UNAVAILABLE', 'no'),
      () => problemResponse(409, 'CONFLICT', 'no'),
    ];
    const { sent, toasts } = await open(
      () => answers.shift()?.() ?? fakeResponse({ id: 12, token: TOKEN }, { status: 201 }),
    );
    await fill();
    for (const tries of [1, 2, 3]) {
      await submit();
      await waitFor(() => expect(toasts).toHaveLength(tries));
    }
    expect(toasts.at(-1)).toMatchObject({ title: 'Already sent' });
    expect(field('Detailed message')).toMatchObject({ value: 'Help me' });
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Write another one' }));
    await fill();
    await submit();
    await screen.findByRole('heading', { name: 'Ticket #12 is with us' });
    const names = sent().map((body) => String(Object(body).requestId));
    expect(names).toHaveLength(5);
    expect(new Set(names.slice(0, 3)).size).toBe(1);
    expect(new Set(names).size).toBe(3);
  });

  it('says of a ticket without an answer that it may be sent again, under its name (OWN-826)', async () => {
    let tries = 0;
    const { sent, toasts } = await open(() => {
      tries += 1;
      if (tries === 1) throw new DOMException('late', 'TimeoutError');
      return fakeResponse({ id: 12, token: TOKEN }, { status: 201 });
    });
    await fill();
    await submit();
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'No answer yet' }));
    expect(toasts.at(-1)?.description).toContain('not sent twice');
    await submit();
    await screen.findByRole('heading', { name: 'Ticket #12 is with us' });
    expect(new Set(sent().map((body) => Object(body).requestId)).size).toBe(1);
  });

  it.each(['Name', 'Email', 'Subject', 'Detailed message'] as const)(
    'leads to the first field that is wrong: %s',
    async (wrong) => {
      await open(() => fakeResponse({ id: 12, token: TOKEN }, { status: 201 }));
      const names = ['Name', 'Email', 'Subject', 'Detailed message'] as const;
      // The fields before it are filled in, those after it are empty as well.
      for (const name of names.slice(0, names.indexOf(wrong))) await fill({ [name]: FIELDS[name] });
      await submit();
      await waitFor(() => expect(document.activeElement).toBe(field(wrong)));
    },
  );

  it('says that a program filled the hidden field, empties it and sends on the next press (OWN-164)', async () => {
    let isFilled = true;
    const { sent, toasts } = await open(() =>
      isFilled
        ? problemResponse(400, 'HIDDEN_FIELD_FILLED', 'A field was filled.')
        : fakeResponse({ id: 12, token: TOKEN }, { status: 201 }),
    );
    await fill({ ...FIELDS, Email: 'a&b@example.com' });
    fireEvent.input(document.querySelector('input[name=website]')!, {
      target: { value: 'https://x.example' },
    });
    await submit();
    await waitFor(() => expect(toasts.at(-1)?.description).toContain('password manager'));
    isFilled = false;
    await submit();
    await screen.findByRole('heading', { name: 'Ticket #12 is with us' });
    expect(sent().map((body) => Object(body).website)).toEqual(['https://x.example', '']);
  });

  it('has a field that people neither see nor reach (OWN-164)', async () => {
    await open(() => fakeResponse({ id: 12, token: TOKEN }, { status: 201 }));
    const hidden = document.querySelector('input[name=website]');
    expect(hidden?.closest('[aria-hidden=true]')).not.toBeNull();
    expect(hidden?.getAttribute('tabindex')).toBe('-1');
    expect(hidden?.getAttribute('type')).toBe('text');
  });
});

describe('pictures of the support form', () => {
  const REF = 'Vw3pL0-sTq8RzX5mYb1NcA';
  const start = async (send = () => fakeResponse({ id: 12, token: TOKEN }, { status: 201 })) => ({
    uploads: mockUploads(),
    ...(await open(send)),
  });
  const box = () => within(form().getByRole('group', { name: 'Pictures' }));
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')!;
  const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } });
  const names = () =>
    box()
      .queryAllByRole('button', { name: /^Remove/ })
      .map((one) => one.getAttribute('aria-label'));

  it('are chosen, dropped or pasted, sent at once with progress, and go with the ticket in order (OWN-529)', async () => {
    const { uploads, sent } = await start();
    choose(pictureFile('one.png'));
    fireEvent.drop(screen.getByRole('form'), {
      dataTransfer: { files: [pictureFile('two.jpg', { type: 'image/jpeg' })], types: ['Files'] },
    });
    fireEvent.paste(field('Subject'), {
      clipboardData: { files: [pictureFile('three.webp', { type: 'image/webp' })], types: ['Files'] },
    });
    expect(names()).toEqual(['Remove one.png', 'Remove two.jpg', 'Remove three.webp']);
    expect([...document.querySelectorAll('form img')].map((img) => img.getAttribute('src'))).toEqual([
      'blob:one.png',
      'blob:two.jpg',
      'blob:three.webp',
    ]);
    expect(uploads.map(({ call, type }) => `${call} ${type}`)).toEqual([
      'POST /api/support-tickets/attachments image/png',
      'POST /api/support-tickets/attachments image/jpeg',
      'POST /api/support-tickets/attachments image/webp',
    ]);
    expect(box().getByRole('button', { name: 'Add pictures' })).toMatchObject({ disabled: true });
    uploads[1]?.progress(0.5);
    expect(
      box().getByRole('progressbar', { name: 'two.jpg is being sent' }).getAttribute('aria-valuenow'),
    ).toBe('50');
    await fill();
    await submit();
    expect(sent()).toEqual([]);
    for (const [at, upload] of [...uploads.entries()].toReversed())
      upload.answer(201, { attachment: `${at}${REF.slice(1)}` });
    await screen.findByRole('heading', { name: 'Ticket #12 is with us' });
    expect(sent()).toMatchObject([{ attachments: [0, 1, 2].map((at) => `${at}${REF.slice(1)}`) }]);
    await userEvent.click(screen.getByRole('button', { name: 'Write another one' }));
    expect(names()).toEqual([]);
  });

  it('that are wrong, too many or refused say so, and none is left out without a word (OWN-529)', async () => {
    const { uploads, sent } = await start();
    choose(pictureFile('a.svg', { type: 'image/svg+xml' }));
    await box().findByText('Only pictures as PNG, JPEG or WebP.');
    choose(pictureFile('a.png', { size: 5 * 1024 * 1024 + 1 }));
    await box().findByText('A picture may have up to 5 MB.');
    choose(...[1, 2, 3, 4].map((n) => pictureFile(`${n}.png`)));
    await box().findByText('Up to 3 pictures go with a ticket.');
    expect(names()).toHaveLength(3);
    await userEvent.click(box().getByRole('button', { name: 'Remove 2.png' }));
    expect(uploads.map(({ isAborted }) => isAborted)).toEqual([false, true, false]);
    uploads[0]?.answer(201, { attachment: REF });
    uploads[2]?.answer(400, { code: 'IMAGE_UNREADABLE', message: 'No.' });
    await box().findByText('This file is no picture that can be read.');
    await fill();
    await submit();
    expect(sent()).toEqual([]);
    await userEvent.click(box().getByRole('button', { name: 'Send 3.png again' }));
    uploads[3]?.fail();
    await box().findByText(/could not be sent/);
    await userEvent.click(box().getByRole('button', { name: 'Remove 3.png' }));
    await submit();
    await waitFor(() => expect(sent()).toMatchObject([{ attachments: [REF] }]));
  });

  it('that waited too long are sent again, and the form keeps what was typed (OWN-529)', async () => {
    const { uploads, toasts } = await start(() => problemResponse(409, 'ATTACHMENT_GONE', 'Gone.'));
    choose(pictureFile('one.png'));
    uploads[0]?.answer(201, { attachment: REF });
    await fill();
    await submit();
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(toasts.at(-1)?.description).toMatch(/waited too long/);
    expect(field('Subject')).toMatchObject({ value: FIELDS.Subject });
  });
});

describe('the order of a ticket (OWN-1487)', () => {
  const choice = () => form().findByRole<HTMLSelectElement>('combobox', { name: 'Order (optional)' });

  it('is chosen from the own ones, and sent only where one is', async () => {
    const calls = mockServer({
      'GET /api/auth/me': () => fakeResponse(user()),
      'GET /api/orders': () => fakeResponse([order({ id: 17, quantity: 2, productName: 'Wings' })]),
      [SEND]: () => fakeResponse({ id: 12, token: null }, { status: 201 }),
    });
    await renderPage(<SupportPage />);
    const sent = () => calls.filter(({ call }) => call === SEND).map(({ body }) => body);
    expect([...(await choice()).options].map(({ text }) => text)).toEqual([
      'None, or not listed',
      '#17 · 2 × Wings · 03.11.2025',
    ]);
    await fill();
    await submit();
    await userEvent.click(await screen.findByRole('button', { name: 'Write another one' }));
    await userEvent.selectOptions(await choice(), '17');
    await fill();
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[0]).not.toHaveProperty('orderId');
    expect(sent()[1]).toMatchObject({ orderId: 17, subject: 'No elytra' });
  });

  it('is not asked of a visitor', async () => {
    await open(() => fakeResponse({ id: 12, token: TOKEN }, { status: 201 }));
    expect(form().queryByRole('combobox')).toBeNull();
  });
});
