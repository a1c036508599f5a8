import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { askOutside } from '../http/outside/ask-outside.ts';
import type { LookUp } from '../platform/addresses/create-name-lookup.ts';
import type { AddressRule } from './address-rule.ts';

export interface WebhookSending {
  readonly isAllowed: AddressRule;
  /** For the whole of an attempt. */
  readonly timeoutMs: number;
  readonly lookUp: LookUp;
  /** The authorities that are believed beside the usual ones. */
  readonly ca?: string;
}

export interface WebhookMessage {
  readonly url: string;
  readonly id: string;
  readonly body: string;
  /** Left out: plain JSON. */
  readonly contentType?: string;
  readonly secrets: readonly string[];
  /** When it is sent. */
  readonly at: number;
}

/** What became of an attempt; without an error, it was taken. */
export interface SendResult {
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
}

/** Sends one message by the rules of Standard Webhooks; never throws. */
export async function sendWebhook(sending: WebhookSending, message: WebhookMessage): Promise<SendResult> {
  const startedAt = performance.now();
  const result = (status: number | null, error: string | null): SendResult => ({
    status,
    ms: Math.round(performance.now() - startedAt),
    error,
  });
  try {
    const status = await post(sending, message);
    if (status >= 200 && status < 300) return result(status, null);
    return result(status, status >= 300 && status < 400 ? 'redirects are not followed' : `answered ${status}`);
  } catch (cause) {
    return result(null, reasonOf(cause, sending.timeoutMs));
  }
}

async function post({ isAllowed, timeoutMs, lookUp, ca }: WebhookSending, message: WebhookMessage): Promise<number> {
  const { url, body } = message;
  const { hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  // An address in the URL is connected to without any look-up.
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new Error(refusalOf(literal));
  const response = await askOutside(url, {
    method: 'POST',
    headers: headersOf(message),
    body,
    // A connection of its own: each attempt looks the name up again and checks what it finds.
    agent: false,
    lookUp: checkedLookup(lookUp, isAllowed),
    signal: AbortSignal.timeout(timeoutMs),
    ...(ca === undefined ? {} : { ca }),
  });
  // Nobody here reads what else it has to say.
  response.destroy();
  return response.statusCode ?? 0;
}

function headersOf(message: WebhookMessage): Record<string, string | number> {
  const { id, at, body, contentType = 'application/json', secrets } = message;
  const timestamp = String(Math.floor(at / 1_000));
  return {
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'User-Agent': 'Setpoint',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
  };
}

const SECRET_PREFIX = 'whsec_';

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/** Refuses a name of which any address is not allowed. */
function checkedLookup(lookUp: LookUp, isAllowed: AddressRule): LookUp {
  return async (name) => {
    const addresses = await lookUp(name);
    const bad = addresses.find(({ address }) => !isAllowed(address));
    if (bad !== undefined) throw new Error(refusalOf(bad.address));
    return addresses;
  };
}

function refusalOf(address: string): string {
  return `${address} is not a public address, and SETPOINT_WEBHOOK_NETWORKS does not allow it`;
}

function reasonOf(cause: unknown, timeoutMs: number): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return `no answer within ${timeoutMs} ms`;
  return cause.message.slice(0, 200) || ('code' in cause ? String(cause.code) : cause.name);
}
