import type { IncomingMessage } from 'node:http';
import { DEMONSTRATION, ERROR_STATUS, type ErrorCode, type Me, PATHS, type SwitchedSites } from '@setpoint/contract';
import type { OwnAnswers } from '../faults/start-front-door.ts';
import type { SiteSwitch } from './create-site-switch.ts';

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

// Another name that leads here is how a page of somebody else comes to this origin (DNS rebinding).
const HERE = new Set(['127.0.0.1', 'localhost']);
const METHODS = ['GET', 'PUT', 'DELETE'];

/** The switches of the demonstration, by their paths. */
type Switches = Readonly<Record<string, SiteSwitch>>;

/**
 * Answers for the switches. Whoever uses one shows a token of an operator, as the service sees it: a cookie, which
 * browsers send along for the pages of others too, counts for nothing here.
 */
export function answerSwitches(switches: Switches): OwnAnswers {
  return {
    path: DEMONSTRATION.path,
    header: DEMONSTRATION.header,
    async answer(incoming, outgoing, serviceUrl) {
      incoming.resume();
      const { status, body, headers = {} } = (await refusalOf(incoming, serviceUrl)) ?? answerTo(incoming, switches);
      outgoing.writeHead(status, { 'Cache-Control': 'no-store', ...(body && JSON_BODY), ...headers });
      outgoing.end(body && JSON.stringify(body));
    },
  };
}

const JSON_BODY = { 'Content-Type': 'application/json; charset=utf-8' };

async function refusalOf({ headers }: IncomingMessage, serviceUrl: string): Promise<Answer | undefined> {
  const { host = '', origin, authorization } = headers;
  const isHere = HERE.has(host.replace(/:\d+$/, ''));
  if (!isHere || (origin !== undefined && origin !== `http://${host}`)) {
    return failure('forbidden', 'only the console of this demonstration may ask for this');
  }
  if (authorization === undefined) return failure('unauthorized', 'a token of an operator is needed');
  const answer = await fetch(serviceUrl + PATHS.fleetMe, { headers: { authorization } }).catch(() => undefined);
  if (answer === undefined) return failure('service_unavailable', 'the service cannot be reached');
  if (!answer.ok) return failure('unauthorized', 'the service does not take this token');
  const { scopes } = (await answer.json()) as Me;
  return scopes.includes('fleet:admin') ? undefined : failure('forbidden', 'the scope fleet:admin is needed');
}

function answerTo({ method = '', url = '' }: IncomingMessage, switches: Switches): Answer {
  const asked = Object.entries(switches).find(([path]) => url === path || url.startsWith(`${path}/`));
  if (asked === undefined || !METHODS.includes(method)) return failure('not_found', 'there is nothing here');
  const [path, turned] = asked;
  const siteId = url.slice(path.length + 1);
  if ((method === 'GET') !== (url === path)) return failure('not_found', 'there is nothing here');
  if (method === 'GET') return { status: 200, body: { siteIds: turned.siteIds() } satisfies SwitchedSites };
  const isKnown = method === 'PUT' ? turned.turnOn(siteId) : turned.turnOff(siteId);
  return isKnown ? { status: 204 } : failure('not_found', 'there is no such site');
}

function failure(error: ErrorCode, message: string): Answer {
  return { status: ERROR_STATUS[error], body: { error, message } };
}
