import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface RawQuestion {
  /** Sent one after the other, each when the one before has left. */
  readonly parts: readonly (string | Uint8Array)[];
  /** Answers to wait for, none to hang up after the last part; fewer come when the service hangs up before. */
  readonly wanted?: number;
  /** Answers to HEAD announce a body that never comes. */
  readonly isHead?: boolean;
}

const ANSWER_WITHIN_MS = 20_000;

/** Writes bytes to the service as they are and reads the answers as they come. */
export async function askRaw(url: string, { parts, wanted = 1, isHead = false }: RawQuestion): Promise<RawAnswer[]> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  const deadline = AbortSignal.timeout(ANSWER_WITHIN_MS);
  let received = '';
  try {
    return await new Promise<RawAnswer[]>((resolve, reject) => {
      deadline.addEventListener('abort', () => reject(new Error(`no answer, but ${JSON.stringify(received)}`)));
      socket.setEncoding('latin1');
      socket.on('data', (chunk: string) => {
        received += chunk;
        const answers = answersIn(received, isHead);
        if (answers.length >= wanted) resolve(answers);
      });
      socket.on('close', () => resolve(answersIn(received, isHead)));
      // A service that has answered and closed resets what is still being written to it.
      socket.on('error', () => socket.destroy());
      writeNext(0, () => {
        if (wanted === 0) resolve([]);
      });
    });
  } finally {
    socket.destroy();
  }

  function writeNext(index: number, then: () => void): void {
    const part = parts[index];
    if (part === undefined) then();
    else socket.write(Buffer.from(part), () => writeNext(index + 1, then));
  }
}

function answersIn(received: string, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = received;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return answers;
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = new Map(lines.map(headerOf));
    const body = isHead || status === 204 || status === 304 ? '' : bodyIn(rest.slice(headEnd + 4), headers);
    if (body === undefined) return answers;
    rest = rest.slice(headEnd + 4 + (headers.has('transfer-encoding') ? rest.length : body.length));
    if (status >= 200) answers.push({ status, headers, body });
  }
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function bodyIn(text: string, headers: ReadonlyMap<string, string>): string | undefined {
  if (headers.has('transfer-encoding')) return text.endsWith('0\r\n\r\n') ? text : undefined;
  const length = Number(headers.get('content-length') ?? 0);
  return text.length >= length ? text.slice(0, length) : undefined;
}
