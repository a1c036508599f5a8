import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@setpoint/contract';

const MOST_HEADERS = 100;

export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Refuses what Node lets through although two readers could understand it in two ways. */
export function guardRequest({ rawHeaders }: IncomingMessage): Refusal | undefined {
  if (rawHeaders.length > MOST_HEADERS * 2) {
    return { code: 'headers_too_large', message: `a request has at most ${MOST_HEADERS} headers` };
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name === 'host') hosts += 1;
    else if (name === 'transfer-encoding' && isForeignTransfer(rawHeaders[at + 1])) {
      return { code: 'bad_request', message: 'the only Transfer-Encoding is chunked' };
    }
  }
  if (hosts > 1) return { code: 'bad_request', message: 'a request has one Host header' };
  return undefined;
}

function isForeignTransfer(value: string | undefined): boolean {
  return value?.trim().toLowerCase() !== 'chunked';
}
