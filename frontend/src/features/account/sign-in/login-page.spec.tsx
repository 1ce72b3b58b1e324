import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { fakeResponse } from '../../../test/fake-response';
import { mockServer, problemResponse } from '../../../test/mock-server';
import { renderPage } from '../../../test/render-page';
import { LoginPage } from './login-page';

const visitor = () => problemResponse(401, 'UNAUTHENTICATED', 'Please sign in.');
const leave = jest.fn<(path: string) => void>();

const open = async (address: string, answers: Parameters<typeof mockServer>[0] = {}) => {
  const calls = mockServer({ 'GET /api/auth/me': visitor, ...answers });
  const page = await renderPage(<LoginPage leave={leave} />, address);
  await screen.findByLabelText('Username');
  return { ...page, posted: () => calls.filter(({ call }) => call.startsWith('POST')) };
};
const type = async (label: string, text: string) => {
  await userEvent.type(screen.getByLabelText(label), text);
};
const submit = (name: string) =>
  userEvent.click(screen.getAllByRole('button', { name }).find((one) => one.matches('[type=submit]'))!);

beforeEach(() => {
  leave.mockReset();
  sessionStorage.clear();
});

describe('signing in', () => {
  it('refuses short names and passwords before anything is sent (SHOP-5.1, SHOP-5.2)', async () => {
    const { posted } = await open('/login');
    await type('Username', 'ab');
    await type('Password', '12345');
    await submit('Sign In');
    await screen.findByText('Username must be at least 3 characters');
    await screen.findByText('Password must be at least 6 characters');
    expect(posted()).toEqual([]);
  });

  it('disables the fields while it waits, leaves a welcome and goes home (SHOP-2.53, SHOP-2.54, SHOP-4.23, SHOP-7.8, SHOP-3.9, SHOP-3.11)', async () => {
    let finish: (response: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      finish = resolve;
    });
    const { posted } = await open('/login', { 'POST /api/auth/login': () => slow });
    await type('Username', 'nova');
    await type('Password', 'nova-demo');
    await submit('Sign In');
    await waitFor(() => expect(screen.getByLabelText('Username').matches(':disabled')).toBe(true));
    finish(fakeResponse({ user: { id: 7, username: 'nova' } }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(posted()).toEqual([
      { call: 'POST /api/auth/login', body: { username: 'nova', password: 'nova-demo' } },
    ]);
    expect(sessionStorage.getItem('pax-notice')).toContain('nova');
    expect(screen.getByLabelText('Username').matches(':disabled')).toBe(true);
  });

  it('says that cookies are refused before and after a try, and welcomes nobody', async () => {
    jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    const { toasts } = await open('/login', {
      'POST /api/auth/login': () => fakeResponse({ user: { id: 7, username: 'nova' } }),
    });
    expect(screen.getByRole('alert').textContent).toContain('Cookies are refused');
    await type('Username', 'nova');
    await type('Password', 'nova-demo');
    await submit('Sign In');
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Cookies are refused', kind: 'error' }));
    expect(leave).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('pax-notice')).toBeNull();
    jest.restoreAllMocks();
  });

  it('shows and hides the password (SHOP-2.51)', async () => {
    await open('/login');
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect(field.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
  });

  it('signs in with Discord by leaving for its address, which comes first and alone stands out (SHOP-2.52, SHOP-7.10, SHOP-1.8)', async () => {
    const { posted } = await open('/login');
    const link = screen.getByRole('link', { name: 'Continue with Discord' });
    expect(link.getAttribute('href')).toBe('/api/auth/discord');
    const main = screen.getByRole('heading', { level: 1 }).closest('section, div')?.parentElement;
    const controls = [...(main?.querySelectorAll('a, button, input') ?? [])];
    expect(controls[0]).toBe(link);
    expect(controls.filter((control) => control.matches('[data-main]'))).toEqual([]);
    expect(posted()).toEqual([]);
  });

  it('shows how to set a new password if it was forgotten (OWN-25)', async () => {
    await open('/login');
    const link = screen.getByRole('link', { name: 'Set a new password with Discord' });
    expect(link.getAttribute('href')).toBe('/api/auth/discord?next=%2Faccount%23password');
  });

  it('goes back to where one came from, within the shop only (OWN-12)', async () => {
    await open('/login?next=%2Faccount%3Ftab%3Dorders', {
      'POST /api/auth/login': () => fakeResponse({ user: { id: 7, username: 'nova' } }),
    });
    const way = () => screen.getByRole('link', { name: 'Continue with Discord' }).getAttribute('href');
    expect(way()).toBe('/api/auth/discord?next=%2Faccount%3Ftab%3Dorders');
    // Also by way of the other form.
    await userEvent.click(screen.getByText('Register', { selector: 'label *, label, button' }));
    expect(way()).toBe('/api/auth/discord?next=%2Faccount%3Ftab%3Dorders');
    await userEvent.click(screen.getByText('Sign In', { selector: 'label *, label' }));
    await type('Username', 'nova');
    await type('Password', 'nova-demo');
    await submit('Sign In');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/account?tab=orders'));
  });

  it('says what was wrong and keeps what was typed (SHOP-8.2, OWN-174)', async () => {
    const { toasts } = await open('/login', {
      'POST /api/auth/login': () => problemResponse(401, 'INVALID_CREDENTIALS', 'Invalid credentials'),
    });
    await type('Username', 'nova');
    await type('Password', 'wrong-one');
    await submit('Sign In');
    await waitFor(() =>
      expect(toasts).toEqual([{ title: 'Login failed', description: 'Invalid credentials', kind: 'error' }]),
    );
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong-one');
    expect(leave).not.toHaveBeenCalled();
  });

  it('names a failure of the line (SHOP-8.4)', async () => {
    const { toasts } = await open('/login', {
      'POST /api/auth/login': () => Promise.reject(new TypeError('no line')),
    });
    await type('Username', 'nova');
    await type('Password', 'nova-demo');
    await submit('Sign In');
    await waitFor(() =>
      expect(toasts).toEqual([
        { title: 'Error', description: 'An unexpected error occurred', kind: 'error' },
      ]),
    );
  });

  it.each([
    ['an error of its own', () => problemResponse(503, 'UNAVAILABLE', 'The service is not available.')],
    ['a proxy’s page', () => fakeResponse('<h1>Bad Gateway</h1>', { status: 502 })],
  ])('does not call a failing server invalid credentials: %s', async (_case, failure) => {
    const { toasts } = await open('/login', { 'POST /api/auth/login': failure });
    await type('Username', 'nova');
    await type('Password', 'nova-demo');
    await submit('Sign In');
    await waitFor(() =>
      expect(toasts).toEqual([
        {
          title: 'Login failed',
          description:
            'The shop could not answer. Nothing is wrong with what you typed; try again in a moment.',
          kind: 'error',
        },
      ]),
    );
  });

  it('explains kindly why Discord sent one back', async () => {
    await open('/login?error=ACCESS_DENIED');
    expect(screen.getByRole('alert').textContent).toContain('You said no');
  });

  it('shows no text from the address', async () => {
    await open('/login?error=%3Cb%3Ecall%20us%3C%2Fb%3E');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.body.textContent).not.toContain('call us');
  });
});

describe('a sign-in with a password that is too short for its account (OWN-348)', () => {
  const renew = 'seven tulips 12';
  const openRenewing = async (answers: (() => Response)[]) => {
    const page = await open('/login', { 'POST /api/auth/login': () => (answers.shift() ?? visitor)() });
    await type('Username', 'warden');
    await type('Password', 'short-one');
    await submit('Sign In');
    await screen.findByLabelText('New password');
    return page;
  };
  const required = () => problemResponse(403, 'PASSWORD_CHANGE_REQUIRED', 'Please choose a new one.');

  it('asks for a longer one and goes on with it, without calling it a failure', async () => {
    const { toasts, posted } = await openRenewing([
      required,
      () => fakeResponse({ user: { id: 7, username: 'warden' } }),
    ]);
    expect(screen.getByRole('alert').textContent).toContain('at least 12 characters');
    expect(toasts).toEqual([]);
    await type('New password', 'eleven char');
    await submit('Sign In');
    await screen.findByText('The new password needs at least 12 characters');
    expect(posted()).toHaveLength(1);
    await userEvent.clear(screen.getByLabelText('New password'));
    await type('New password', renew);
    screen.getByText('Hard to guess.');
    await submit('Sign In');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(posted().at(-1)?.body).toEqual({ username: 'warden', password: 'short-one', newPassword: renew });
  });

  it('shows on the new one that it is too easy to guess', async () => {
    await openRenewing([required, () => problemResponse(400, 'PASSWORD_COMMON', 'Too easy.')]);
    await type('New password', renew);
    await submit('Sign In');
    await screen.findByText('This password is too easy to guess. Choose another one.');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  });

  it('sends no new password for another account', async () => {
    const { posted } = await openRenewing([
      required,
      () => fakeResponse({ user: { id: 8, username: 'wardens' } }),
    ]);
    await type('New password', renew);
    await type('Username', 's');
    expect(screen.queryByLabelText('New password')).toBeNull();
    await submit('Sign In');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(posted().at(-1)?.body).toEqual({ username: 'wardens', password: 'short-one' });
  });
});

describe('registering', () => {
  const fill = async (confirm = 'secret1') => {
    await type('Username', 'newcomer');
    await type('Password', 'secret1');
    await type('Confirm password', confirm);
  };

  it('toggles to it and compares the passwords on the confirm field (SHOP-2.50, SHOP-4.23, SHOP-5.3)', async () => {
    const { posted } = await open('/login');
    await userEvent.click(screen.getByRole('radio', { name: 'Register' }));
    await fill('secret2');
    await submit('Register');
    const error = await screen.findByText('Passwords do not match');
    const described = screen.getByLabelText('Confirm password').getAttribute('aria-describedby');
    expect(error.id).toBe(described);
    expect(posted()).toEqual([]);
  });

  it('never sends the confirmation, nor an empty Discord id (SHOP-3.10, SHOP-5.3, SHOP-5.4, SHOP-7.9)', async () => {
    const { posted } = await open('/login?mode=register', {
      'POST /api/auth/register': () =>
        fakeResponse({ user: { id: 9, username: 'newcomer' } }, { status: 201 }),
    });
    await fill();
    await submit('Register');
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(posted()).toEqual([
      { call: 'POST /api/auth/register', body: { username: 'newcomer', password: 'secret1' } },
    ]);
  });

  it('checks name and password as signing in does (SHOP-5.1, SHOP-5.2)', async () => {
    const { posted } = await open('/login?mode=register');
    await type('Username', 'ab');
    await type('Password', '12345');
    await type('Confirm password', '12345');
    await submit('Register');
    await screen.findByText('Username must be at least 3 characters');
    await screen.findByText('Password must be at least 6 characters');
    expect(posted()).toEqual([]);
  });

  it('sends a Discord id that was typed, and refuses what is none (SHOP-3.10, SHOP-5.4)', async () => {
    const { posted } = await open('/login?mode=register', {
      'POST /api/auth/register': () =>
        fakeResponse({ user: { id: 9, username: 'newcomer' } }, { status: 201 }),
    });
    await fill();
    expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toEqual(['username']);
    await userEvent.click(screen.getByRole('button', { name: 'I have one' }));
    const field = screen.getByLabelText(/^Discord ID/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.type(field, 'nova#1');
    await submit('Register');
    await screen.findByText('A Discord ID has 17 to 20 digits');
    expect(posted()).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, '123456789012345678');
    await submit('Register');
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]?.body).toMatchObject({ discordId: '123456789012345678' });
  });

  it('says while one types how hard the password is to guess', async () => {
    await open('/login?mode=register');
    await type('Password', '654321');
    const words = screen.getByText('Runs and repeats are what guessers try first.');
    expect(screen.getByLabelText('Password').getAttribute('aria-describedby')).toBe(words.closest('p')?.id);
    await type('Password', ' and a garden');
    screen.getByText('Hard to guess.');
  });

  it('shows on its field that a password is too easy to guess', async () => {
    const { toasts } = await open('/login?mode=register', {
      'POST /api/auth/register': () => problemResponse(400, 'PASSWORD_COMMON', 'One of the most used ones.'),
    });
    await fill();
    await submit('Register');
    await screen.findByText('This password is too easy to guess. Choose another one.');
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
    expect(toasts[0]).toMatchObject({
      title: 'Registration failed',
      description: 'One of the most used ones.',
    });
  });

  it('shows a taken name on its field and in a toast (SHOP-8.3)', async () => {
    const { toasts } = await open('/login?mode=register', {
      'POST /api/auth/register': () =>
        problemResponse(409, 'USERNAME_TAKEN', 'This username is already taken.'),
    });
    await fill();
    await submit('Register');
    await screen.findByText('This username is taken. Try another one.');
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
    expect(toasts.map(({ title }) => title)).toEqual(['Registration failed']);
  });

  it('says "Could not create account" where the server gave no message (SHOP-8.3)', async () => {
    const { toasts } = await open('/login?mode=register', {
      'POST /api/auth/register': () => fakeResponse('', { status: 500, statusText: 'Internal Server Error' }),
    });
    await fill();
    await submit('Register');
    await waitFor(() => expect(toasts[0]?.description).toBe('Could not create account'));
  });
});
