import type { CallAnswer, CallDefinition } from '@pax/contracts';

/**
 * Reads the JSON of a response; an empty one is undefined. Parsed where the call has its schemas: in tests and
 * development, not in the built page.
 * @throws Error that names the call and what is wrong
 */
export async function parseAnswer<C extends CallDefinition>(
  call: C,
  response: Response,
): Promise<CallAnswer<C>>;
export async function parseAnswer(call: CallDefinition | undefined, response: Response): Promise<unknown>;
export async function parseAnswer(call: CallDefinition | undefined, response: Response): Promise<unknown> {
  return parseText(call, await response.text());
}

/** The same of a text that was read. */
export function parseText(call: CallDefinition | undefined, text: string): unknown {
  const data: unknown = text === '' ? undefined : JSON.parse(text);
  if (!call?.answer) return data;
  const parsed = call.answer.safeParse(data);
  if (!parsed.success) throw new Error(`${call.path}: ${parsed.error.message}`);
  return parsed.data;
}
