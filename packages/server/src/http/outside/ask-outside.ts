import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { DEFAULT_CIPHERS } from 'node:tls';
import { callbackify } from 'node:util';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';

export interface OutsideRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array;
  /** Ends the request and what is left of its answer. */
  readonly signal: AbortSignal;
  readonly lookUp: LookUp;
  /** The authorities that are believed beside the usual ones. */
  readonly ca?: string;
  /** False for a connection of its own. */
  readonly agent?: false;
}

// With the older kind of key exchange the other end chooses a group so large that it holds this process for seconds.
const CIPHERS = `${DEFAULT_CIPHERS}:!kDHE`;
const MOST_INTERIM_ANSWERS = 8;

/** Asks a server of somebody else, who may be hostile or broken; resolves with the head of the answer. */
export function askOutside(url: string, asked: OutsideRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal, lookUp, ca, agent } = asked;
  const options: RequestOptions & { readonly ca?: string; readonly ciphers: string } = {
    method,
    headers,
    lookup: lookupFunction(lookUp),
    signal,
    ciphers: CIPHERS,
    ...(ca === undefined ? {} : { ca }),
    ...(agent === undefined ? {} : { agent }),
  };
  const sent = url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options);
  sent.end(body);
  return answerTo(sent);
}

function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  let interimAnswers = 0;
  return new Promise((resolve, reject) => {
    // What fails after the head of the answer came is told by the answer itself.
    sent.on('response', resolve).on('error', reject);
    sent.on('information', () => {
      interimAnswers += 1;
      if (interimAnswers > MOST_INTERIM_ANSWERS) sent.destroy(new Error('too many interim answers'));
    });
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('answered in another protocol'));
    });
  });
}

/** As connections want it. What is handed on is what is connected to: nobody can put another address in between. */
function lookupFunction(lookUp: LookUp): LookupFunction {
  const lookUpThen = callbackify(lookUp);
  return (name, { all }, callback) =>
    lookUpThen(name, (cause, addresses) => {
      // There are none with a cause, whatever the types say.
      const [first] = cause === null ? addresses : [];
      if (first === undefined) callback(cause ?? new Error(`there is no address for the name ${name}`), '', 4);
      else if (all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
}
