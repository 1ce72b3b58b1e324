import { Controller } from '@nestjs/common';
import { operationCalls, type ReconciliationAnswer } from '@pax/contracts';
import { Call } from '../../platform/calls/call.js';
import { ReconciliationQueries } from './reconciliation.queries.js';

/** Shows whether the providers' records of money and the shop's agree. */
@Controller()
export class ReconciliationController {
  constructor(private readonly queries: ReconciliationQueries) {}

  @Call(operationCalls.reconciliation)
  last(): Promise<ReconciliationAnswer> {
    return this.queries.readLast();
  }
}
