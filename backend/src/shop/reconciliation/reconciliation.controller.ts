import { Controller } from '@nestjs/common';
import { operationCalls, type ReconciliationAnswer } from '@pax/contracts';
import { Call } from '../../platform/calls/call.js';
import { ReconciliationQueries } from './reconciliation.queries.js';

/** The call that shows whether the records of the providers and the shop agree. */
@Controller()
export class ReconciliationController {
  constructor(private readonly queries: ReconciliationQueries) {}

  @Call(operationCalls.reconciliation)
  last(): Promise<ReconciliationAnswer> {
    return this.queries.readLast();
  }
}
