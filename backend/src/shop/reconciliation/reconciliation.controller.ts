import { Controller } from '@nestjs/common';
import { operationCalls, type ReconciliationAnswer } from '@pax/contracts';
import { Call } from '../../platform/calls/call.js';
import { ReconciliationQueries } from './reconciliation.queries.js';

/** Call that shows whether the payments of the providers and of the shop agree. */
@Controller()
export class ReconciliationController {
  constructor(private readonly queries: ReconciliationQueries) {}

  @Call(operationCalls.reconciliation)
  readLastComparisons(): Promise<ReconciliationAnswer> {
    return this.queries.readLastComparisons();
  }
}
