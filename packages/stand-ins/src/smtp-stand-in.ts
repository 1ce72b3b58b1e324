import { SMTPServer, type SMTPServerError } from 'smtp-server';

/** A mail that the stand-in accepted. */
export interface AcceptedMail {
  from: string;
  to: string[];
  /** Headers and body of the mail, unchanged. */
  raw: string;
}

/** Steps of a mail transfer at which the stand-in can stop answering. */
export type SmtpHang = 'greeting' | 'recipient' | 'content';

/** A mail server for tests that stores accepted mails, and can refuse mails or hang as real servers do. */
export interface SmtpStandIn {
  readonly url: string;
  /** Accepted mails, oldest first. */
  readonly mails: readonly AcceptedMail[];
  /** Number of connections so far. */
  readonly connections: number;
  /** Refuses recipients with a code (450: try later, 550: never); undefined accepts them again. */
  refuseRecipients(code: number | undefined): void;
  /** Refuses messages after their content was sent, as spam filters do; undefined accepts them again. */
  refuseContent(code: number | undefined): void;
  /** Stops answering at a step; undefined answers again. */
  hangAt(step: SmtpHang | undefined): void;
  close(): Promise<void>;
}

/** Headers that a mail must contain exactly once. */
const REQUIRED_HEADERS = ['from', 'to', 'subject', 'date', 'message-id'];
const MAX_BYTES = 1_000_000;
const MAX_LINE = 998;

const createRefusal = (code: number, text: string): SMTPServerError =>
  Object.assign(new Error(text), { responseCode: code });

/** Starts the mail server on a free port. */
export async function startSmtp(): Promise<SmtpStandIn> {
  const mails: AcceptedMail[] = [];
  const state: { connections: number; recipients?: number; content?: number; hang?: SmtpHang } = {
    connections: 0,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: MAX_BYTES,
    closeTimeout: 100,
    onConnect: (_, done) => {
      state.connections += 1;
      if (state.hang !== 'greeting') done();
    },
    onRcptTo: (_, __, done) => {
      if (state.hang === 'recipient') return;
      done(state.recipients === undefined ? null : createRefusal(state.recipients, 'recipient refused'));
    },
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (state.hang === 'content') return;
        const raw = Buffer.concat(parts).toString('utf8');
        const fault = stream.sizeExceeded ? 'too large' : findMessageFault(raw);
        if (fault !== undefined) return done(createRefusal(554, fault));
        if (state.content !== undefined) return done(createRefusal(state.content, 'content refused'));
        const from = mailFrom === false ? '' : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  // The error is ignored, since a sender that gives up breaks its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  const { port } = address;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get connections() {
      return state.connections;
    },
    refuseRecipients: (code) => setOrDelete(state, 'recipients', code),
    refuseContent: (code) => setOrDelete(state, 'content', code),
    hangAt: (step) => setOrDelete(state, 'hang', step),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

function setOrDelete<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value === undefined) delete target[key];
  else target[key] = value;
}

/**
 * Finds a fault for which mail servers refuse a message: missing or repeated headers, or too long lines.
 * @returns undefined without a fault
 */
function findMessageFault(raw: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const names = head.split(/\r\n(?![ \t])/).map((field) => field.slice(0, field.indexOf(':')).toLowerCase());
  const wrong = REQUIRED_HEADERS.find((name) => names.filter((other) => other === name).length !== 1);
  if (wrong !== undefined) return `header ${wrong} has to be there once`;
  return raw.split('\r\n').some((line) => line.length > MAX_LINE) ? 'a line is too long' : undefined;
}
