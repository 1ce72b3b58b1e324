import { Controller, Header, Inject, Req, Res } from '@nestjs/common';
import { allCalls, describeCallsAsOpenApi, operationCalls, type CallExamples } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { Call } from '../../../platform/calls/call.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { renderDocsPage, DOCS_POLICY } from './docs-page.js';
import { CachedResponse } from '../../../platform/http/cached-response.js';

const samples = z.array(
  z.object({
    what: z.string(),
    also: z.array(z.string()).default([]),
    schema: z.string(),
    payload: z.unknown(),
  }),
);

/**
 * Recorded example answers of the API calls, by method and path; `also` names further calls that share an
 * answer.
 */
function readRecordedAnswers(): CallExamples {
  const file = createRequire(import.meta.url).resolve('@pax/contracts/samples/calls.json');
  const recorded = samples.parse(JSON.parse(readFileSync(file, 'utf8')));
  const answers = recorded.filter(({ schema }) => !/(?:Request|Query)$/.test(schema));
  return new Map(
    answers.flatMap(({ what, also, payload }) => [what, ...also].map((call) => [call, payload] as const)),
  );
}

/** Serves the documentation of the shop's API: for programs as OpenAPI, for people as a page. */
@Controller()
export class ApiDocsController {
  private readonly document: CachedResponse;
  private readonly page = new CachedResponse('text/html; charset=utf-8', () =>
    renderDocsPage(allCalls, readRecordedAnswers()),
  );

  constructor(@Inject(SETTINGS) { publicUrl }: Settings) {
    this.document = new CachedResponse('application/json; charset=utf-8', function* () {
      const document = yield* describeCallsAsOpenApi(allCalls, publicUrl, readRecordedAnswers());
      return JSON.stringify(operationCalls.openApi.answer.parse(document));
    });
  }

  @Call(operationCalls.openApi)
  serveOpenApi(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.document.answerRequest(request, reply);
  }

  @Call(operationCalls.docs)
  @Header('content-security-policy', DOCS_POLICY)
  serveDocsPage(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.page.answerRequest(request, reply);
  }
}
