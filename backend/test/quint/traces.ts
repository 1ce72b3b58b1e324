import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const MODEL = fileURLToPath(new URL('../../model/checkout.qnt', import.meta.url));
const QUINT = join(
  createRequire(import.meta.url).resolve('@informalsystems/quint/package.json'),
  '../dist/src/cli.js',
);

const number = z.object({ '#bigint': z.string() }).transform((value) => Number(value['#bigint']));
const checkout = z.object({ state: z.string(), settled: number, back: number });
const state = z.object({
  free: number,
  checkouts: z.object({ '#map': z.array(z.tuple([z.string(), checkout])) }),
  'mbt::actionTaken': z.string(),
  'mbt::nondetPicks': z.object({ buyer: z.object({ value: z.unknown() }) }),
});
const trace = z.object({ states: z.array(state) });

/** The error of a failed program; it comes from another realm, so it is no `Error` of this one. */
const failure = z.object({ stderr: z.string() });

/** A step of the model and the state afterwards. */
export interface ModelStep {
  action: string;
  buyer: string;
  free: number;
  checkouts: Record<string, z.infer<typeof checkout>>;
}

interface Simulation {
  isOk: boolean;
  /** True if a state violates an invariant. */
  isViolated: boolean;
  traces: ModelStep[][];
}

/** Simulates the model, unchanged or with one replaced text. */
export async function simulate(
  { samples, traces, seed }: { samples: number; traces: number; seed: number },
  [from, to]: [string, string] = ['', ''],
): Promise<Simulation> {
  const folder = await mkdtemp(join(tmpdir(), 'pax-quint-'));
  try {
    const text = await readFile(MODEL, 'utf8');
    if (!text.includes(from)) throw new Error(`the model does not say ${from}`);
    const file = join(folder, 'checkout.qnt');
    await writeFile(file, text.replace(from, to));
    const counts = ['--max-samples', `${samples}`, '--n-traces', `${traces}`, '--seed', `${seed}`];
    const what = ['--backend', 'typescript', '--main', 'checkout', '--invariant', 'invariants', '--mbt'];
    const out = ['--out-itf', join(folder, 'trace_{seq}.itf.json'), '--max-steps', '20', '--verbosity', '1'];
    const said = await promisify(execFile)(process.execPath, [
      QUINT,
      'run',
      ...what,
      ...counts,
      ...out,
      file,
    ]).then(
      () => 'ok',
      (error: unknown) => failure.parse(error).stderr,
    );
    const isOk = said === 'ok';
    const isViolated = said.includes('Invariant violated');
    const names = Array.from({ length: traces }, (_, n) => join(folder, `trace_${n}.itf.json`));
    return { isOk, isViolated, traces: isOk ? await Promise.all(names.map(readTrace)) : [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readTrace(path: string): Promise<ModelStep[]> {
  const { states } = trace.parse(JSON.parse(await readFile(path, 'utf8')));
  return states.slice(1).map((one) => ({
    action: one['mbt::actionTaken'],
    buyer: String(one['mbt::nondetPicks'].buyer.value),
    free: one.free,
    checkouts: Object.fromEntries(one.checkouts['#map']),
  }));
}
