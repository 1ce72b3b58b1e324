import { Body, Param, type PipeTransform, Query } from '@nestjs/common';
import type { CallDefinition } from '@pax/contracts';
import type { z } from 'zod';
import { ShopError } from '../shop-error.js';

/** Limits of the errors reported for one request, because a request may have thousands. */
const MAX_FIELDS = 20;
const MAX_CHARACTERS = 200;

/**
 * Parses input with a schema of the contracts.
 * @throws ShopError VALIDATION with the invalid fields
 */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
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
    return parseInput(this.schema, value);
  }
}

/** Parameter decorator: the parsed body of a call. */
export const ZodBody = (schema: z.ZodType): ParameterDecorator => Body(new ZodPipe(schema));
/** Parameter decorator: the parsed query of a call. */
export const ZodQuery = (schema: z.ZodType): ParameterDecorator => Query(new ZodPipe(schema));

class PathPipe<T extends z.ZodType> implements PipeTransform {
  constructor(private readonly schema: T) {}

  transform(value: unknown): z.output<T> {
    const result = this.schema.safeParse(value);
    // Answers an impossible id like a missing one, so that the difference reveals nothing.
    if (!result.success) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    return result.data;
  }
}

type WithParams = CallDefinition & Required<Pick<CallDefinition, 'params'>>;

/**
 * Parameter decorator: a parameter of the call's path, parsed by the call's definition. An invalid one is
 * NOT_FOUND.
 */
export const PathParam = <C extends WithParams>(
  { params }: C,
  name: keyof C['params'] & string,
): ParameterDecorator => {
  const schema = params[name];
  if (!schema) throw new Error(`The path has no parameter ${name}.`);
  return Param(name, new PathPipe(schema));
};
