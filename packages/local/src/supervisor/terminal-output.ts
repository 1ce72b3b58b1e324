import { z } from 'zod';
import { relative } from 'node:path';

/** Prints progress lines on the terminal. */
export interface Reporter {
  /** Reports that a part is running, with its address. */
  up(part: string, detail: string): void;
  /** Reports an event: a wait, a restart, or an error of a child process. */
  note(part: string, line: string): void;
}

/** A reporter that prints nothing, for specs. */
export const silentReporter: Reporter = { up: () => undefined, note: () => undefined };

/** Reports in plain lines on the terminal, in columns. */
export const terminalReporter: Reporter = {
  up: (part, detail) => console.log(`  ✓ ${part.padEnd(12)} ${detail}`),
  note: (part, line) => console.log(`  · ${part.padEnd(12)} ${line}`),
};

const accountsSchema = z.array(z.object({ username: z.string(), password: z.string(), role: z.string() }));

/** A demo account, as the seed program prints it. */
export type DemoAccount = z.infer<typeof accountsSchema>[number];

/** What a person needs to know to use a started shop. */
export interface ShopOverview {
  readonly shopUrl: string;
  readonly sandboxUrl: string;
  readonly playsDiscord: boolean;
  readonly playsStripe: boolean;
  readonly playsPaypal: boolean;
  readonly dataDir: string;
  /** Code for one sign-in as admin within ten minutes; empty while nobody can be an admin. */
  readonly adminCode: string;
  readonly accounts: readonly DemoAccount[];
}

/** Reads the demo accounts from the one line of the seed program's output that lists them. */
export function readAccounts(output: string): readonly DemoAccount[] {
  for (const line of output.split('\n').filter((text) => text.startsWith('[{'))) {
    try {
      const read = accountsSchema.safeParse(JSON.parse(line));
      if (read.success) return read.data;
    } catch {
      // A line that is no JSON list is a log line, and skipped.
    }
  }
  return [];
}

function standInRows({
  sandboxUrl,
  playsDiscord,
  playsStripe,
  playsPaypal,
}: ShopOverview): [string, string][] {
  const rows: [boolean, string][] = [
    [playsDiscord, 'Discord'],
    [playsStripe, 'Stripe'],
    [playsPaypal, 'PayPal'],
  ];
  return rows
    .filter(([isPlayed]) => isPlayed)
    .map(([, name]) => [name, `${sandboxUrl}/${name.toLowerCase()}`]);
}

/** Formats the text that is printed once the shop is ready. */
export function formatOverview(overview: ShopOverview, readyAfterMs: number): string {
  const rows: [string, string][] = [
    ['Shop', overview.shopUrl],
    ['Panel', `${overview.shopUrl}/admin`],
    ...standInRows(overview),
  ];
  const names = Math.max(8, ...overview.accounts.map((account) => account.username.length));
  const accounts = overview.accounts.map(
    (account) => `    ${account.username.padEnd(names)}  ${account.password.padEnd(20)}  ${account.role}`,
  );
  return [
    '',
    `  Pax Market is open (ready after ${(readyAfterMs / 1000).toFixed(1)} s)`,
    '',
    ...rows.map(([name, url]) => `  ${name.padEnd(12)} ${url}`),
    ...(overview.adminCode === ''
      ? []
      : [`  ${'Admin code'.padEnd(12)} ${overview.adminCode}   (signs in once, within 10 minutes)`]),
    ...(accounts.length === 0 ? [] : ['', '  Demo accounts (name, password, role)', ...accounts]),
    '',
    `  Logs are in ${relative(process.cwd(), overview.dataDir) || '.'}/logs. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}
