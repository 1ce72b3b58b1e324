import { Controller, Header, Inject } from '@nestjs/common';
import { allCalls, openApi, operationCalls, type CallAnswer } from '@pax/contracts';
import { Call } from '../../../infra/calls/call.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { docsPage, DOCS_POLICY } from './docs-page.js';
import { recordedAnswers } from './recorded-answers.js';

/** The calls of the shop for programs and people who write them (OWN-452, OWN-473). */
@Controller()
export class ApiDocsController {
  private document: CallAnswer<typeof operationCalls.openApi> | undefined;
  private page: string | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @Call(operationCalls.openApi)
  describe(): CallAnswer<typeof operationCalls.openApi> {
    this.document ??= operationCalls.openApi.answer.parse(
      openApi(allCalls, this.settings.publicUrl, recordedAnswers()),
    );
    return this.document;
  }

  @Call(operationCalls.docs)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', DOCS_POLICY)
  read(): string {
    this.page ??= docsPage(allCalls, recordedAnswers());
    return this.page;
  }
}
