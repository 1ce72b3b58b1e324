import type { CallExamples } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

const samples = z.array(
  z.object({ what: z.string(), also: z.array(z.string()).default([]), payload: z.unknown() }),
);

/** The recorded answers of the contracts, by method and path; `also` names further calls that answer the same. */
export function recordedAnswers(): CallExamples {
  const file = createRequire(import.meta.url).resolve('@pax/contracts/samples/answers.json');
  const recorded = samples.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(
    recorded.flatMap(({ what, also, payload }) => [what, ...also].map((call) => [call, payload] as const)),
  );
}
