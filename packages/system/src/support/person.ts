import { problem } from '@pax/contracts';
import type { z } from 'zod';

/** An answer of the shop as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text when it is none. */
  readonly body: unknown;
}

/** Somebody in front of a browser: keeps cookies, sends the shop's Origin, follows no redirect by itself. */
export class Person {
  private readonly cookies = new Map<string, string>();

  constructor(
    readonly shopUrl: string,
    /** As the shop knows the person; empty for a visitor. */
    public username = '',
    public id = 0,
  ) {}

  /** The Cookie header for other connections of the same browser. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One call. @param address a path of the shop or a whole address */
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
    return { status: answer.status, headers: answer.headers, body: parse(await answer.text()) };
  }

  /** Reads. @throws Error when the answer is not 200 or not of that shape */
  async get<T extends z.ZodType>(path: string, shape: T): Promise<z.output<T>> {
    return shape.parse(expectStatus(await this.call('GET', path), 200, path).body);
  }

  /** Changes something. @throws Error when the answer is no 2xx or not of that shape */
  async send<T extends z.ZodType>(
    method: string,
    path: string,
    body: unknown,
    shape: T,
  ): Promise<z.output<T>> {
    const answer = await this.call(method, path, body);
    return shape.parse(expectStatus(answer, answer.status < 300 ? answer.status : 200, path).body);
  }
}

/** The stable code of a refusal, or its status where it has none. */
export function codeOf(answer: Answer): string {
  return problem.safeParse(answer.body).data?.code ?? String(answer.status);
}

function expectStatus(answer: Answer, status: number, path: string): Answer {
  if (answer.status === status) return answer;
  throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
