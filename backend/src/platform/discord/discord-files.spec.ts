import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type ServerResponse } from 'node:http';
import { readSettings } from '../../settings.js';
import { DiscordFiles } from './discord-files.js';

const MOST = 1_000;

describe('files from Discord (OWN-745)', () => {
  const asked: string[] = [];
  const answers: Record<string, (answer: ServerResponse) => void> = {
    '/cdn/attachments/1/2/a.png': (answer) => answer.end('picture'),
    '/cdn/full.png': (answer) => answer.end('x'.repeat(MOST)),
    '/cdn/declared.png': (answer) => answer.writeHead(200, { 'content-length': MOST + 1 }).end(),
    '/cdn/streamed.png': (answer) => {
      answer.write('x'.repeat(MOST));
      answer.write('x');
    },
    '/cdn/moved.png': (answer) => answer.writeHead(302, { location: '/cdn/attachments/1/2/a.png' }).end(),
    '/cdn/gone.png': (answer) => answer.writeHead(404).end('no'),
    '/cdn/slow.png': (answer) => void answer.write('x'),
    '/secret': (answer) => answer.end('secret'),
  };
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    (answers[url] ?? ((one: ServerResponse) => one.writeHead(404).end()))(answer);
  });
  let origin = '';
  let files: DiscordFiles;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = Object(server.address());
    origin = `http://127.0.0.1:${port}`;
    files = at(`${origin}/cdn`);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  function at(cdnUrl: string): DiscordFiles {
    return new DiscordFiles(
      readSettings({
        DATABASE_URL: 'postgres://shop@127.0.0.1:5432/shop',
        NODE_ENV: 'test',
        SESSION_SECRET: 'a session secret for these specs',
        DISCORD_CDN_URL: cdnUrl,
      }),
    );
  }
  const codeOf = (address: string, from = files): Promise<unknown> =>
    from.fetchFile(address, MOST).then(
      (bytes) => `read ${bytes.toString()}`,
      (error: { code?: string }) => error.code,
    );

  it('are read up to their limit', async () => {
    expect(await codeOf(`${origin}/cdn/attachments/1/2/a.png`)).toBe('read picture');
    expect((await files.fetchFile(`${origin}/cdn/full.png`, MOST)).length).toBe(MOST);
  });

  it.each([
    ['declared too large', '/cdn/declared.png', 'BODY_TOO_LARGE'],
    ['too large without saying so', '/cdn/streamed.png', 'BODY_TOO_LARGE'],
    ['elsewhere now', '/cdn/moved.png', 'UNAVAILABLE'],
    ['gone', '/cdn/gone.png', 'UNAVAILABLE'],
  ])('are refused when %s', async (_what, path, code) => {
    expect(await codeOf(`${origin}${path}`)).toBe(code);
    expect(asked.at(-1)).toBe(path);
  });

  it('are given up when they take too long', async () => {
    const impatient = at(`${origin}/cdn`);
    impatient.timeoutMs = 100;
    expect(await codeOf(`${origin}/cdn/slow.png`, impatient)).toBe('UNAVAILABLE');
  });

  it('are asked for at that host alone', async () => {
    const before = asked.length;
    const { port } = new URL(origin);
    const elsewhere = [
      `${origin}/secret`,
      `${origin}/cdn`,
      `${origin}/cdnx/a.png`,
      `${origin}/cdn/../secret`,
      `${origin}/cdn/%2e%2e/secret`,
      `https://127.0.0.1:${port}/cdn/a.png`,
      `http://localhost:${port}/cdn/a.png`,
      `http://127.0.0.1:${Number(port) + 1}/cdn/a.png`,
      'http://127.0.0.1/cdn/a.png',
      `http://user@127.0.0.1:${port}/cdn/a.png`,
      `http://user:pass@127.0.0.1:${port}/cdn/a.png`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'data:image/png;base64,AA==',
      '//127.0.0.1/cdn/a.png',
      'cdn/a.png',
      '',
    ];
    for (const address of elsewhere)
      expect([address, await codeOf(address)]).toEqual([address, 'VALIDATION']);
    expect(asked).toHaveLength(before);
  });

  it.each([
    'https://cdn.discordapp.com.evil.example/a.png',
    'https://cdn.discordapp.com@evil.example/a.png',
    'https://evil.example/cdn.discordapp.com/a.png',
    'https://xcdn.discordapp.com/a.png',
    'https://cdn.discordapp.com:444/a.png',
    'http://cdn.discordapp.com/a.png',
    'https://media.discordapp.net/a.png',
  ])('are of Discord in production: not %s', async (address) => {
    expect(await codeOf(address, at('https://cdn.discordapp.com'))).toBe('VALIDATION');
  });
});
