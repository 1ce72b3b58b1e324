import { Controller, Header, Inject, Req, Res } from '@nestjs/common';
import { allCalls, openApi, operationCalls } from '@pax/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Call } from '../../../infra/calls/call.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { docsPage, DOCS_POLICY } from './docs-page.js';
import { PreparedText } from '../../../common/http/prepared-text.js';
import { recordedAnswers } from './recorded-answers.js';

/** The calls of the shop for programs and people who write them. */
@Controller()
export class ApiDocsController {
  private readonly document: PreparedText;
  private readonly page = new PreparedText('text/html; charset=utf-8', () =>
    docsPage(allCalls, recordedAnswers()),
  );

  constructor(@Inject(SETTINGS) { publicUrl }: Settings) {
    this.document = new PreparedText('application/json; charset=utf-8', function* () {
      const document = yield* openApi(allCalls, publicUrl, recordedAnswers());
      return JSON.stringify(operationCalls.openApi.answer.parse(document));
    });
  }

  @Call(operationCalls.openApi)
  describe(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.document.answer(request, reply);
  }

  @Call(operationCalls.docs)
  @Header('content-security-policy', DOCS_POLICY)
  read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.page.answer(request, reply);
  }
}
