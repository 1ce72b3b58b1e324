import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FaultRegistry } from '../faults/fault-registry.js';
import { armRequestSchema, FAULT_POINTS } from '../faults/fault.js';

const text = z.string().optional();
const formSchema = z.object({
  faultPoint: text,
  kind: text,
  match: text,
  times: text,
  status: text,
  ms: text,
  copies: text,
  retryAfter: text,
  back: text,
});
const clearSchema = z.strictObject({
  faultPoint: z.enum(FAULT_POINTS).optional(),
  id: z.coerce.number().int().optional(),
  back: text,
});

/**
 * The fault registry over HTTP: `GET /faults` lists, `POST /faults` arms (JSON of `armRequestSchema`, or the pages' form),
 * `DELETE /faults?faultPoint=&id=` removes one, a fault point's, or all; `POST /faults/clear` does the same for forms.
 */
export async function registerFaultRoutes(app: FastifyInstance, faults: FaultRegistry): Promise<void> {
  await app.register(formbody);
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const form = isForm ? formSchema.parse(request.body) : undefined;
    const parsed = armRequestSchema.safeParse(form === undefined ? request.body : fromForm(form));
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    const armed = faults.arm(parsed.data);
    return form === undefined ? reply.code(201).send(armed) : goBack(reply, form.back);
  });
  app.delete('/faults', (request, reply) => {
    const parsed = clearSchema.safeParse(request.query);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    faults.clear(parsed.data.id ?? parsed.data.faultPoint);
    return reply.code(204).send();
  });
  app.post('/faults/clear', (request, reply) => {
    const parsed = clearSchema.safeParse(request.body ?? {});
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    faults.clear(parsed.data.id ?? parsed.data.faultPoint);
    return goBack(reply, parsed.data.back);
  });
}

/** Takes over the fields of the chosen kind, since the form always sends all its fields. */
function fromForm(form: z.output<typeof formSchema>): unknown {
  const number = (value: string | undefined): number => Number(value === '' ? NaN : value);
  const details: Record<string, object> = {
    fail: { status: number(form.status) },
    slow: { ms: number(form.ms) },
    duplicate: { times: number(form.copies) },
    'rate-limit': { retryAfter: number(form.retryAfter) },
  };
  return {
    faultPoint: form.faultPoint,
    ...(form.match !== undefined && form.match !== '' && { match: form.match }),
    fault: { kind: form.kind, ...details[form.kind ?? ''] },
    times: number(form.times ?? '1'),
  };
}

/** Redirects to a page of the sandbox, never to another host. */
function goBack(reply: FastifyReply, back = '/'): FastifyReply {
  return reply.redirect(/^\/[a-z]*(#[a-z]*)?$/.test(back) ? back : '/', 303);
}
