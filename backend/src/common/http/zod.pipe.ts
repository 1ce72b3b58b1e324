import { Body, Param, type PipeTransform, Query } from '@nestjs/common';
import { idParam } from '@pax/contracts';
import type { z } from 'zod';
import { ShopError } from '../problem.js';

/** Limits of the reported faults, since a request may hold thousands. */
const MAX_FIELDS = 20;
const MAX_CHARACTERS = 200;

/** Parses input with a schema of the contracts. @throws ShopError VALIDATION with the invalid fields */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues.slice(0, MAX_FIELDS).map((issue) => ({
    path: issue.path.join('.').slice(0, MAX_CHARACTERS),
    message: issue.message.slice(0, MAX_CHARACTERS),
  }));
  throw new ShopError('VALIDATION', fields[0]?.message ?? 'The request is malformed.', { fields });
}

class ZodPipe<T extends z.ZodType> implements PipeTransform {
  constructor(private readonly schema: T) {}

  transform(value: unknown): z.output<T> {
    return parse(this.schema, value);
  }
}

/** The parsed body of a call. */
export const ZodBody = (schema: z.ZodType): ParameterDecorator => Body(new ZodPipe(schema));
/** The parsed query of a call. */
export const ZodQuery = (schema: z.ZodType): ParameterDecorator => Query(new ZodPipe(schema));

class IdPipe implements PipeTransform {
  transform(value: unknown): number {
    const result = idParam.safeParse(value);
    // An impossible id is answered like a missing one, so that the difference reveals nothing.
    if (!result.success) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    return result.data;
  }
}

/** An integer id in the address; anything else is 404. */
export const IdParam = (name = 'id'): ParameterDecorator => Param(name, IdPipe);
