import { Agent, request } from 'node:http';
import fc from 'fast-check';
import type { ServiceClient } from '../../support/service/service-client.ts';
import { KEPT } from '../kept-site.ts';
import { ModelSite } from '../../model/model-site.ts';
import { type Endpoint, endpointsOf } from './endpoints-of.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { readStrictly } from './read-strictly.ts';

export interface BadInputOptions {
  readonly url: string;
  readonly token: string;
  readonly operator: ServiceClient;
  /** Nothing that is invalid may change it. */
  readonly keptSiteId: string;
  readonly seed: number;
  readonly cases: number;
  readonly lanes: number;
}

export interface BadInputCounts {
  invalid: number;
  valid: number;
  readonly byStatus: Map<number, number>;
}

/** Sends bodies one change away from right ones; throws at the first answer that is not as it must be. */
export async function runBadInput(options: BadInputOptions): Promise<BadInputCounts> {
  const counts: BadInputCounts = { invalid: 0, valid: 0, byStatus: new Map() };
  const agent = new Agent({ keepAlive: true, maxSockets: options.lanes });
  const lanes = Array.from({ length: options.lanes }, (_, index) => runLane({ ...options, counts, agent, index }));
  try {
    await Promise.all(lanes);
  } finally {
    await Promise.allSettled(lanes);
    agent.destroy();
  }
  return counts;
}

interface Lane extends BadInputOptions {
  readonly counts: BadInputCounts;
  readonly agent: Agent;
  readonly index: number;
}

async function runLane(lane: Lane): Promise<void> {
  const { operator, seed, index, cases, lanes } = lane;
  const added = await operator.ask('/api/v1/fleet/clients', {
    method: 'POST',
    body: { clientName: `victim ${index}` },
  });
  const { clientId } = added.body as { clientId: string };
  // What turns out to be valid goes to a site of its own, where the model follows it.
  const ownSiteId = await operator.addSite(`lane ${index}`);
  const own = new ModelSite();
  const [schedules, ...registry] = endpointsOf({ siteId: lane.keptSiteId, clientId });
  const body = fc.oneof(
    { weight: 4, arbitrary: bodiesFor(schedules) },
    ...registry.map((endpoint) => ({ weight: 1, arbitrary: bodiesFor(endpoint) })),
  );
  const property = fc.asyncProperty(body, async ({ endpoint, bytes }) => {
    const read = readStrictly(bytes);
    if (endpoint === schedules) await sendSchedules(lane, bytes, { endpoint, read, own, ownSiteId });
    else
      await sendOther(lane, endpoint, {
        bytes,
        isValid: read !== undefined && endpoint.isValid?.(read.value) === true,
      });
  });
  await fc.assert(property, { seed: seed * 1_009 + index, numRuns: Math.ceil(cases / lanes), maxSkipsPerRun: 0 });
}

function bodiesFor(endpoint: Endpoint): fc.Arbitrary<{ readonly endpoint: Endpoint; readonly bytes: Buffer }> {
  const mutant = fc.constantFrom(...endpoint.mutants).map((text) => Buffer.from(text));
  return fc
    .oneof({ weight: 3, arbitrary: mutant }, { weight: 1, arbitrary: mutateBytes(endpoint.valid) })
    .map((bytes) => ({ endpoint, bytes, [fc.toStringMethod]: () => `${endpoint.path}: ${bytes.toString()}` }));
}

interface Scheduled {
  readonly endpoint: Endpoint;
  readonly read: { readonly value: unknown } | undefined;
  readonly own: ModelSite;
  readonly ownSiteId: string;
}

async function sendSchedules(lane: Lane, bytes: Buffer, { endpoint, read, own, ownSiteId }: Scheduled): Promise<void> {
  const kept = new ModelSite();
  kept.post({ schedules: KEPT });
  if (kept.post(read?.value).status === 400) {
    await sendOther(lane, endpoint, { bytes, isValid: false });
  } else {
    const isValid = own.post(read?.value).status === 201;
    await sendOther(lane, { ...endpoint, path: endpoint.path.replace(lane.keptSiteId, ownSiteId) }, { bytes, isValid });
  }
}

interface Sent {
  readonly bytes: Buffer;
  readonly isValid: boolean;
}

async function sendOther(lane: Lane, endpoint: Endpoint, { bytes, isValid }: Sent): Promise<void> {
  const { counts } = lane;
  const { status, body } = await send(lane, endpoint, bytes);
  counts[isValid ? 'valid' : 'invalid'] += 1;
  counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
  const fault = isValid ? faultOfTaken(status) : faultOfRefusal(endpoint, status, body);
  if (fault === undefined) return;
  throw new Error(
    `${endpoint.method} ${endpoint.path}: ${fault}\nsent: ${bytes.toString().slice(0, 2_000)}\ngot: ${status} ${body}`,
  );
}

// A site or a subject can be there already, or be named by an id that no site has.
function faultOfTaken(status: number): string | undefined {
  return [200, 201, 204, 404, 409].includes(status) ? undefined : 'a valid body is refused';
}

function faultOfRefusal({ path }: Endpoint, status: number, body: string): string | undefined {
  if (status !== 400) return 'an invalid body is not answered by 400';
  const value = JSON.parse(body) as Record<string, unknown>;
  const keys = path.startsWith('/api/v1/fleet/') ? 'error,message,problems' : 'error,message';
  if (Object.keys(value).join() !== keys || value['error'] !== 'bad_request') return `not ${keys}`;
  return typeof value['message'] === 'string' && value['message'] !== '' ? undefined : 'no message';
}

function send(
  { url, token, agent }: Lane,
  { method, path }: Endpoint,
  bytes: Buffer,
): Promise<{ status: number; body: string }> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': bytes.length,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent, headers, timeout: 60_000 }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}
