import { once } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Headers = readonly (readonly [string, string])[];

/** Sends one request on a connection of its own; `extra` may repeat headers. */
export function ask(base: string, call: Call, extra: Headers = []): Promise<Reply> {
  const length = call.body === undefined ? undefined : Buffer.byteLength(call.body);
  const sent = begin(base, call, [...lengthOf(length), ...extra]);
  sent.end(call.body);
  return replyTo(sent);
}

/** Announces a body of so many bytes and sends none of it. */
export async function askAnnouncing(base: string, call: Call, bytes: number): Promise<Reply> {
  const sent = begin(base, call, lengthOf(bytes));
  sent.flushHeaders();
  const reply = await replyTo(sent);
  sent.destroy();
  return reply;
}

function begin(base: string, { method, path, headers }: Call, extra: Headers): ClientRequest {
  const url = new URL(path, base);
  const all = [['Host', url.host], ...Object.entries(headers), ...extra].flat();
  const sent = request(url, { method, headers: all, agent: false });
  // What becomes of the connection after the answer is not what is asked about.
  sent.on('error', () => undefined);
  return sent;
}

function lengthOf(bytes: number | undefined): Headers {
  return bytes === undefined ? [] : [['Content-Length', String(bytes)]];
}

async function replyTo(sent: ClientRequest): Promise<Reply> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Begins a request and never ends it; resolves with the answer. */
export async function askHalf(base: string, { method, path }: Call): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nX-Unfinished`);
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.split(': ')[1] ?? '']);
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), text: body };
}
