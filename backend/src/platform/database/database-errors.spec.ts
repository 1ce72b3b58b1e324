import { describe, expect, it } from '@jest/globals';
import {
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  TransactionNotStartedError,
} from 'typeorm';
import { isDatabaseUnavailable } from './database-errors.js';

describe('isDatabaseUnavailable', () => {
  it.each([
    ['refuses connections', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['is starting', Object.assign(new Error('the database system is starting up'), { code: '57P03' })],
    ['ended the connection', new Error('Connection terminated unexpectedly')],
    ['ended it before a statement of a transaction', new QueryRunnerProviderAlreadyReleasedError()],
    ['ended it between two of them', new QueryRunnerAlreadyReleasedError()],
    ['is many that all refuse', new AggregateError([Object.assign(new Error(''), { code: 'ECONNREFUSED' })])],
  ])('%s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(true));

  it.each([
    ['a mistake in a statement', Object.assign(new Error('syntax error'), { code: '42601' })],
    ['a broken rule', Object.assign(new Error('duplicate key'), { code: '23505' })],
    ['a transaction of our own that was never begun', new TransactionNotStartedError()],
    ['no error at all', 'ECONNREFUSED'],
  ])('is not %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(false));
});
