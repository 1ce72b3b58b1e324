import { Controller, Inject } from '@nestjs/common';
import { allCalls, openApi, operationCalls, type CallAnswer } from '@pax/contracts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { Call } from '../../infra/calls/call.js';
import { SETTINGS, type Settings } from '../../settings.js';

const samples = z.array(z.object({ what: z.string(), payload: z.unknown() }));

/** The calls of the shop for programs and people who write them (OWN-452). */
@Controller()
export class OpenApiController {
  private document: CallAnswer<typeof operationCalls.openApi> | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Call(operationCalls.openApi)
  describe(): CallAnswer<typeof operationCalls.openApi> {
    this.document ??= operationCalls.openApi.answer.parse(
      openApi(allCalls, this.settings.publicUrl, answerExamples()),
    );
    return this.document;
  }
}

/** The recorded answers of the contracts, by method and path. */
function answerExamples(): Map<string, unknown> {
  const file = createRequire(import.meta.url).resolve('@pax/contracts/samples/answers.json');
  return new Map(
    samples.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ what, payload }) => [what, payload]),
  );
}
