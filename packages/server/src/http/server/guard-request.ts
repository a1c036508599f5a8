import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '@setpoint/contract';

const MOST_HEADERS = 100;

export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Refuses what Node lets through although two readers could understand it in two ways. */
export function guardRequest({ rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  if (rawHeaders.length > MOST_HEADERS * 2) {
    return { code: 'headers_too_large', message: `a request may have at most ${MOST_HEADERS} headers` };
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (isNamed(name, 'host')) hosts += 1;
    else if (isNamed(name, 'transfer-encoding') && isForeignTransfer(rawHeaders[at + 1])) {
      return { code: 'bad_request', message: 'the only accepted Transfer-Encoding is chunked' };
    }
  }
  if (!isHostClear(hosts, httpVersion))
    return { code: 'bad_request', message: 'a request must be HTTP/1.1 and have one Host header' };
  return undefined;
}

// By the length first: most headers are others, and small letters of each cost more than all the rest here.
function isNamed(name: string, wanted: string): boolean {
  return name.length === wanted.length && name.toLowerCase() === wanted;
}

// RFC 9112 §3.2: exactly one from HTTP/1.1 on.
function isHostClear(count: number, httpVersion: string): boolean {
  return httpVersion === '1.1' ? count === 1 : httpVersion === '1.0' && count <= 1;
}

function isForeignTransfer(value: string | undefined): boolean {
  return value?.trim().toLowerCase() !== 'chunked';
}
