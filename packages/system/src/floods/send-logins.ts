import { loginFlood, type LoginFlood } from './login-flood.js';

/**
 * Program that floods the shop with log-ins: reports its first answer and, at the end, the number of answers per
 * status.
 */
async function main(): Promise<void> {
  const flood = loginFlood.parse(JSON.parse(process.argv[2] ?? ''));
  const counts: Record<string, number> = {};
  for (let wave = 0; wave < flood.waves; wave += 1)
    for (const status of await sendLogins(flood)) counts[status] = (counts[status] ?? 0) + 1;
  process.send?.(counts, () => process.disconnect?.());
}

let hasReported = false;
function reportFirstAnswer(): void {
  if (!hasReported) process.send?.('begun');
  hasReported = true;
}

function sendLogins({ shopUrl, usernames, password, perAccount, address }: LoginFlood): Promise<number[]> {
  const names = Array.from({ length: perAccount }, () => usernames).flat();
  return Promise.all(
    names.map(async (username) => {
      const answer = await fetch(new URL('/api/auth/login', shopUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shopUrl, 'x-forwarded-for': address },
        body: JSON.stringify({ username, password }),
        signal: AbortSignal.timeout(30_000),
      });
      reportFirstAnswer();
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
}

await main();
