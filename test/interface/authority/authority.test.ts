import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, callsOf, CLEAR, HOOK, type Known, type Subject } from './calls-of.ts';
import { everythingOn } from './everything-on.ts';
import { type Expected, expectedOf, isSeen } from './expected-of.ts';
import { type Principal, PRINCIPALS } from './principals.ts';
import { type Fleet, startFleet } from './start-fleet.ts';

const BATCH = { schedules: [{ asset: 'wind', type: 'activePowerkW', entries: [] }] };
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;
// The lists of sites, or of what sites have.
const LISTS = ['listSites', 'getFleetOverview', 'streamEvents', 'listAcknowledgements', 'listHolds', 'listPools'];
const OF_MACHINES =
  /"(?:nodeName|softwareVersion|waitingWrites|writeMs|commitMs|eventLoopDelayMs|disk(?:Free)?Bytes|lastBackupAt|certificateEndsAt|mqtt(?:Controllers|Connections)|mostMqttConnections)":(?!null)/;
// When it was read, how the process was then, and what a pool says of the reader itself.
const OF_THE_MOMENT =
  /"(?:at|seenAt|writeMs|waitingWrites|eventLoopDelayMs|diskFreeBytes|commitMs|controllers|mqttControllers|mqttConnections)":[^,}]+|,"canSignal":(?:true|false)/g;

let fleet: Fleet;
let calls: readonly Call[];

beforeAll(async () => {
  fleet = await startFleet();
  calls = callsOf(fleet, await makeKnown(fleet));
});

afterAll(() => fleet[Symbol.asyncDispose]());

/** A hold, a batch and a call for many sites of each site, a problem that is acknowledged, and a webhook of the operator. */
async function makeKnown({ operator, sites }: Fleet): Promise<Known> {
  const made = async (path: string, body: object, method = 'POST') =>
    (await operator.ask(`/api/v1/fleet/${path}`, { method, body })).body as Record<string, string>;
  const known: Record<string, Record<string, string>> = { holdId: {}, batchId: {}, parentBatchId: {} };
  for (const [name, siteId] of Object.entries(sites)) {
    const add = (id: string, from: Record<string, string>) => Object.assign(known[id] ?? {}, { [name]: from[id] });
    add('holdId', await made('holds', { siteId }));
    add('parentBatchId', await made('schedules', { mode: 'all', batches: [{ siteId, ...CLEAR }] }));
    add('batchId', (await operator.postSchedules(siteId, CLEAR.schedules)).body as Record<string, string>);
  }
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await made('acknowledgements', { siteIds: Object.values(sites), problem: 'offline', until }, 'PUT');
  const { webhookId = '' } = await made('webhooks', HOOK);
  return { ...known, webhookId: { none: webhookId } };
}

async function ask(authorization: string | undefined, path: string, { method = 'GET', body }: Asked = {}) {
  const response = await fetch(fleet.url + path, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) {
    expect(Object.keys(JSON.parse(text) as object).join()).toMatch(/^error,message(?:,problems)?$/);
    expect(text).not.toMatch(/secret (?:a|b|client)/);
    expect(response.headers.get('WWW-Authenticate')).toBe(response.status === 401 ? 'Bearer' : null);
  }
  return { status: response.status, text };
}

interface Asked {
  readonly method?: string;
  readonly body?: object;
}

/** The calls of one principal: nobody tries what would take from the operator what is its own. */
function callsBy({ name, scopes }: Principal): readonly Call[] {
  const isOwner = ({ row }: Call) => row.path.includes(':webhookId') && name === 'operator';
  const releases = ({ row }: Call) => row.id === 'releaseHold' && scopes.has('fleet:admin');
  return calls.filter((call) => !isOwner(call) && !releases(call));
}

interface Answered {
  readonly call: Call;
  readonly got: Expected;
  /** Without the id of what is missing. */
  readonly text: string;
}

/** Asks once; a hold that is made is released. */
async function answered(authorization: string | undefined, call: Call): Promise<Answered> {
  const { status, text } = await ask(authorization, call.path, call);
  if (call.row.id === 'makeHold' && status === 201) {
    const { holdId } = JSON.parse(text) as { holdId: string };
    expect((await ask(authorization, `/api/v1/fleet/holds/${holdId}`, { method: 'DELETE' })).status).toBe(200);
  }
  if (status === 401 || status === 403 || status === 404) return { call, got: status, text: text.replace(ID, '') };
  return { call, got: 'may', text };
}

/** What a list shows: sites, or the pool. */
function shownIn({ row }: Call, text: string): string[] {
  const ids = row.id === 'listPools' ? { pool: fleet.poolId } : fleet.sites;
  return Object.entries(ids).flatMap(([name, id]) => (text.includes(id) ? [name] : []));
}

function listedFor({ row }: Call, who: Principal): Subject[] {
  const subjects: Subject[] = row.id === 'listPools' ? ['pool'] : ['a', 'b'];
  return subjects.filter((subject) => isSeen(row, subject, who));
}

describe('what a caller may do', () => {
  it('is asked of every principal there is', () => {
    expect(PRINCIPALS.map(({ name }) => name)).toEqual(fleet.principals);
  });

  it.each(PRINCIPALS)('is, for "$name", what the rows of the operations say', async (who) => {
    const authorization = await fleet.authorizationOf(who.name);
    const before = await everythingOn(fleet);
    const answers: Answered[] = [];
    for (const call of callsBy(who)) answers.push(await answered(authorization, call));
    const wrong = answers.filter(({ call, got }) => got !== expectedOf(call, who));
    expect(wrong.map(({ call: { row, subject }, ...answer }) => [row.id, subject, answer])).toEqual([]);
    const shown = answers.filter(({ call, got }) => got === 'may' && LISTS.includes(call.row.id));
    expect(shown.map(({ call, text }) => [call.row.id, shownIn(call, text)])).toEqual(
      shown.map(({ call }) => [call.row.id, listedFor(call, who)]),
    );
    // To the fleet interface a site without a grant is one that does not exist.
    const missing = answers.filter(({ call, got }) => got === 404 && call.row.id !== 'makeHold');
    const textsOf = (id: string) => missing.filter(({ call }) => call.row.id === id).map(({ text }) => text);
    expect(missing.filter(({ call, text }) => text !== textsOf(call.row.id)[0])).toEqual([]);
    // Health needs no credential; while the disk is too slow, it is 503.
    expect([204, 503]).toContain((await ask(authorization, '/api/v1/public/health')).status);
    if (answers.every(({ got, call: { method } }) => got !== 'may' || method === 'GET'))
      expect(await everythingOn(fleet)).toEqual(before);
    // Nothing is left of a person who signs out everywhere.
    if (fleet.isPersonal(who.name) && !who.isActing)
      expect((await ask(authorization, '/api/v1/fleet/me')).status).toBe(401);
  });

  it('does not depend on the body: a wrong one is told only to who may send a right one', async () => {
    for (const who of PRINCIPALS) {
      const authorization = await fleet.authorizationOf(who.name);
      const call = calls.find(({ row, subject }) => row.id === 'setSchedules' && subject === 'a');
      if (call === undefined) throw new Error('no schedules are set');
      const { status } = await ask(authorization, call.path, { method: 'POST', body: BATCH });
      const expected = expectedOf(call, who);
      expect([who.name, status]).toEqual([who.name, expected === 'may' ? 400 : expected]);
    }
  });

  it('is, for auditors, to read all that operators read', async () => {
    // A sign-in meanwhile would be one more of what is read.
    const readers: (string | undefined)[] = [];
    for (const name of ['operator', 'auditor', 'auditor, a person']) readers.push(await fleet.authorizationOf(name));
    const scoped = calls.filter(
      ({ row, subject }) =>
        row.method === 'get' && row.scope !== undefined && row.scope !== 'fleet:webhooks' && subject !== 'b',
    );
    for (const { path } of scoped) {
      const read = async (authorization: string | undefined) => {
        const { status, text } = await ask(authorization, path);
        return { path, status, text: text.replaceAll(OF_THE_MOMENT, '') };
      };
      const [operators, ...others] = await Promise.all(readers.map(read));
      expect(others).toEqual([operators, operators]);
    }
  });

  it('names machines and how busy they are to operators and auditors alone', async () => {
    const namesShownTo = async (principal: string) => {
      const authorization = await fleet.authorizationOf(principal);
      const texts = ['/api/v1/fleet/status', '/api/v1/fleet/nodes'].map((path) => ask(authorization, path));
      return (await Promise.all(texts)).map(({ text }) => OF_MACHINES.test(text));
    };
    for (const principal of ['operator', 'auditor']) expect(await namesShownTo(principal)).toEqual([true, true]);
    for (const principal of ['read all', 'schedule all', 'operator to read']) {
      expect(await namesShownTo(principal)).toEqual([false, false]);
    }
  });
});
