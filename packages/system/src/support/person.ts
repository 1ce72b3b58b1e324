import { problem } from '@pax/contracts';
import type { z } from 'zod';

/** An answer of the shop. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text when the body is no JSON. */
  readonly body: unknown;
}

/** HTTP client of a person: keeps cookies, sends the shop's Origin, follows no redirects. */
export class Person {
  private readonly cookies = new Map<string, string>();

  constructor(
    readonly shopUrl: string,
    /** Username in the shop; empty for a visitor. */
    public username = '',
    public id = 0,
  ) {}

  /** Cookie header for other connections of the same person. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Makes a call. @param address path of the shop, or a full address */
  async call(
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await fetch(new URL(address, this.shopUrl), {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.cookieHeader,
        ...(method === 'GET' ? {} : { origin: this.shopUrl }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { status: answer.status, headers: answer.headers, body: parseBody(await answer.text()) };
  }

  /** Reads data. @throws Error if the answer is not 200 or does not match the schema */
  async get<T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> {
    return shape.parse(requireStatus(await this.call('GET', path), 200, path).body);
  }

  /** Changes data. @throws Error if the answer is no success or does not match the schema */
  async send<T extends z.ZodType>(
    method: string,
    path: string,
    body: unknown,
    shape: T,
  ): Promise<z.output<T>> {
    const answer = await this.call(method, path, body);
    return shape.parse(requireStatus(answer, answer.status < 300 ? answer.status : 200, path).body);
  }
}

/** Error code of a refusal, or its status if it has no code. */
export function refusalCode(answer: Answer): string {
  return problem.safeParse(answer.body).data?.code ?? String(answer.status);
}

function requireStatus(answer: Answer, status: number, path: string): Answer {
  if (answer.status === status) return answer;
  throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
