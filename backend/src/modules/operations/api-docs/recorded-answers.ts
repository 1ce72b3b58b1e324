import type { CallExamples } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

const samples = z.array(z.object({ what: z.string(), payload: z.unknown() }));

/** The recorded answers of the contracts, by method and path. */
export function recordedAnswers(): CallExamples {
  const file = createRequire(import.meta.url).resolve('@pax/contracts/samples/answers.json');
  return new Map(
    samples.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ what, payload }) => [what, payload]),
  );
}
