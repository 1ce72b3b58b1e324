import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../dist/programs/main.js', import.meta.url));
/** Exit code that tells a supervisor not to restart. */
const EXIT_MISCONFIGURED = 78;

describe('the bot as a process', () => {
  it('ends with the code of a wrong setting and names each key, and no value (OWN-222)', async () => {
    const env = {
      NODE_ENV: 'production',
      DISCORD_TOKEN: 'change-me c4nary',
      DISCORD_API_URL: 'https://10.0.0.5',
    };
    const { code, logged } = await new Promise<{ code: number | null; logged: string }>((resolve) => {
      const child = execFile(process.execPath, [MAIN], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, logged: stdout + stderr }),
      );
    });
    expect(code).toBe(EXIT_MISCONFIGURED);
    for (const key of ['DISCORD_TOKEN', 'DISCORD_API_URL', 'PUBLIC_URL', 'BOT_API_TOKEN'])
      expect(logged).toContain(`${key}: `);
    expect(logged).not.toContain('c4nary');
  });
});
