import { expect, test } from 'vitest';
import { FAULT_KINDS } from './fault-kinds.ts';
import { parseFaults } from './parse-faults.ts';

const sites = ['Brewery Plzen', 'School Lyon'];
const parse = (...faults: object[]) => parseFaults(JSON.stringify({ faults }), sites);
const problemsOf = (parsed: ReturnType<typeof parse>) => (parsed.kind === 'invalid' ? parsed.problems : []);

const everyKind = [
  { kind: 'drop', site: 'Brewery Plzen', probability: 0.5 },
  { kind: 'half_open' },
  { kind: 'duplicate' },
  { kind: 'reorder', depth: 3 },
  { kind: 'skew', seconds: -90 },
  { kind: 'reject_pair', asset: 'bess', type: 'activePowerkW' },
  { kind: 'nan_meter', device: 'grid' },
  { kind: 'deaf', device: 'bess' },
  { kind: 'lie' },
  { kind: 'restart', withMemory: false },
  { kind: 'late', seconds: 2.5, path: '/oauth' },
  { kind: 'answer_lost', method: 'POST' },
  { kind: 'too_many_requests', probability: 0.1 },
];

test('every kind can be asked for, at one site or at all, for as long as it stands there', () => {
  expect(everyKind.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(FAULT_KINDS).toSorted());
  const parsed = parse(...everyKind);
  const { ofSites = [], ofInterface = [] } = parsed.kind === 'valid' ? parsed.value : {};
  expect([problemsOf(parsed), ofSites.length, ofInterface.length]).toEqual([[], 10, 3]);
  const always = { atMs: 0, forMs: Number.MAX_SAFE_INTEGER };
  expect(ofSites[0]).toEqual({ site: 'Brewery Plzen', fault: { kind: 'drop', probability: 0.5, ...always } });
  expect(ofSites[4]).toEqual({ site: undefined, fault: { kind: 'skew', skewMs: -90_000, ...always } });
  const late = { kind: 'late', seconds: 2.5, path: '/oauth', method: undefined, probability: 1 };
  expect(ofInterface[0]).toEqual({ ...late, ...always });
  expect(ofInterface[1]).toMatchObject({ kind: 'answer_lost', method: 'POST' });
  expect(ofInterface[2]).toMatchObject({ kind: 'too_many_requests', seconds: 1, path: '/api/v1/public' });
});

test('a fault may have its time', () => {
  const parsed = parse({ kind: 'half_open', startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T11:00:05+01:00' });
  const atMs = Date.UTC(2030, 0, 1, 10);
  expect(parsed).toMatchObject({ value: { ofSites: [{ fault: { kind: 'half_open', atMs, forMs: 5_000 } }] } });
});

test('all that is wrong is said at once, each with its place', () => {
  const parsed = parse(
    { kind: 'drop', probability: 2 },
    { kind: 'half_open', depth: 3 },
    { kind: 'skew' },
    { kind: 'deaf', device: 'load' },
    { kind: 'reject_pair', asset: 'bess', type: 'upperLimitkW' },
    { kind: 'restart', site: 'Atlantis', startAt: 'noon' },
    { kind: 'late', seconds: 1, site: 'School Lyon', path: 'api' },
    { kind: 'nan_meter', device: 'grid', startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T10:00:00Z' },
  );
  expect(problemsOf(parsed)).toEqual([
    'faults.0.probability: must be <= 1',
    'faults.1: there is no setting depth',
    'faults.2: seconds is missing',
    'faults.3.device: must be one of bess, solar, wind, genset',
    'faults.4.type: bess has no upperLimitkW',
    'faults.5.site: there is no site Atlantis',
    'faults.5.startAt: must be an instant, as 2030-01-01T10:00:00Z',
    'faults.6: there is no setting site',
    'faults.6.path: must be the beginning of a path, as /api/v1/public',
    'faults.7.endAt: must be after startAt',
  ]);
  expect(problemsOf(parse({ kind: 'flood' }))).toEqual([
    expect.stringMatching(/^faults\.0\.kind: must be one of drop/),
  ]);
  expect(problemsOf(parseFaults('[]', sites))).toEqual(['the file: must be object']);
});

test.each([
  ['', 1],
  ['{\n "faults": [\n  { "kind": "drop" }\n  { "kind": "half_open" }\n ]\n}', 4],
  ['{\n "faults": [\n  { "kind": drop }\n ]\n}', 3],
  ['{ "faults": [] }\n\n}', 3],
])('what is no JSON is said with its line: %j', (text, line) => {
  expect(problemsOf(parseFaults(text, sites))).toEqual([
    expect.stringMatching(new RegExp(`^line ${line}: is no JSON: `)),
  ]);
});
