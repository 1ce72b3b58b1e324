import { loginFlood, type LoginFlood } from './login-flood.js';

/** The program of a login flood: says when its first call is answered, and in the end what was answered. */
async function main(): Promise<void> {
  const flood = loginFlood.parse(JSON.parse(process.argv[2] ?? ''));
  const counts: Record<string, number> = {};
  for (let wave = 0; wave < flood.waves; wave += 1)
    for (const status of await logins(flood)) counts[status] = (counts[status] ?? 0) + 1;
  process.send?.(counts, () => process.disconnect?.());
}

let hasBegun = false;
function noteAnswer(): void {
  if (!hasBegun) process.send?.('begun');
  hasBegun = true;
}

function logins({ shopUrl, usernames, password, perAccount, address }: LoginFlood): Promise<number[]> {
  const names = Array.from({ length: perAccount }, () => usernames).flat();
  return Promise.all(
    names.map(async (username) => {
      const answer = await fetch(new URL('/api/auth/login', shopUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: shopUrl, 'x-forwarded-for': address },
        body: JSON.stringify({ username, password }),
        signal: AbortSignal.timeout(30_000),
      });
      noteAnswer();
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
}

await main();
