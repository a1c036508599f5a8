import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { makeCertificate } from '@setpoint/server/testing/make-certificate';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import { memoryOf } from './memory-of.ts';
import { type Service, startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { findLost } from './hold-out/find-lost.ts';
import { makeWorld } from './hold-out/make-world.ts';
import { pause } from './hold-out/pause.ts';
import { type Figures, NEVER } from './hold-out/phase.ts';
import { attack, type GoodClient, startControllers, startGoodClient } from './hold-out/role.ts';
import { ATTACKS, type Landed } from './hold-out/run-attack.ts';
import type { World } from './hold-out/world.ts';
import type { ProofOptions, Report } from './write-report.ts';

const SECONDS = 10;
const TIMES_LONGER_TOGETHER = 12;
/** How soon after an attack everything must be as good as before. */
const RIGHT_AGAIN_SECONDS = 10;
const CONTROLLERS = 100;
/** How much memory there may be beside one and a half times that at rest. */
const MORE_MIB = 256;
const SAMPLE_EVERY_MS = 100;
const SETTLE_SECONDS = 2;

const STORES = ['SQLite', 'PostgreSQL'];
const MACHINES = ['rich', 'poor'];
const NAMES = ATTACKS.map(({ name }) => name);
const FEW_HANDLES = ['sh', '-c', 'ulimit -n 600; exec "$@"', 'sh'];

type Say = (line: string) => void;

interface Trying {
  /** PostgreSQL; SQLite if left out. */
  readonly databaseUrl: string | undefined;
  /** So few file handles and so little heap that attacks take them all: bounds then hold again when it is over. */
  readonly isPoor: boolean;
  readonly attacks: readonly string[];
  readonly seconds: number;
  readonly say: Say;
}

interface Row {
  readonly name: string;
  readonly figures: Figures;
  readonly mostMib: number;
  readonly landed: Landed;
}

/** `--only` takes names of attacks, `SQLite`, `PostgreSQL`, `rich` and `poor`. */
export async function proveHoldOut(say: Say, { seconds = SECONDS, only = [] }: ProofOptions): Promise<Report> {
  const chosen = chooseParts(only, [...NAMES, ...STORES, ...MACHINES]);
  const isMeant = (name: string, others: readonly string[]) =>
    chosen.has(name) || !others.some((other) => chosen.has(other));
  const attacks = NAMES.filter((name) => isMeant(name, NAMES));
  const facts: string[] = [
    `${CONTROLLERS + 20} controllers, ${attacks.length} attacks: each alone for ${seconds} s, then all together for ${seconds * TIMES_LONGER_TOGETHER} s, on each store; with 600 file handles and a heap of 512 MiB, all together alone.`,
  ];
  const faults: string[] = [];
  for (const store of STORES.filter((each) => isMeant(each, STORES))) {
    for (const isPoor of [false, true].filter((poor) => isMeant(poor ? 'poor' : 'rich', MACHINES))) {
      await using postgres = store === 'SQLite' ? undefined : await startPostgres(['max_connections = 200']);
      const title = isPoor ? `${store}, 600 file handles and a heap of 512 MiB` : store;
      try {
        const result = await holdOut({ databaseUrl: postgres?.url, isPoor, attacks, seconds, say });
        say(tableOf(title, result.rows));
        faults.push(...result.faults.map((fault) => `${title}: ${fault}`));
        facts.push(`${title}: ${result.acknowledged} acknowledged batches, all found after the process was killed.`);
      } catch (cause) {
        faults.push(`${title}: ${inspect(cause)}`);
      }
    }
  }
  return { facts, faults };
}

/** The parts that somebody named: one at a time, or several with commas between; some names have commas themselves. */
function chooseParts(named: readonly string[], known: readonly string[]): ReadonlySet<string> {
  const parts = named.flatMap((one) => (known.includes(one) ? [one] : one.split(',').map((part) => part.trim())));
  const unknown = parts.filter((part) => !known.includes(part));
  if (unknown.length === 0) return new Set(parts);
  throw new Error(`There is no part "${unknown.join('", "')}". There are:\n  ${known.join('\n  ')}`);
}

/** A good client beside attackers, one kind after the other and all together. */
async function holdOut(trying: Trying) {
  await using folder = await makeTempDir();
  const { path: dataDir } = folder;
  const certificate = await makeCertificate(Date.now());
  using _trust = trust(certificate.cert);
  const opsPort = await choosePort('127.0.0.1', 0);
  await using service = await start(trying, { dataDir, certificate, opsPort });
  const world = await makeWorld({ service, dataDir, certificate, opsPort, controllers: CONTROLLERS });
  await using _fleet = startControllers(world);
  await using good = startGoodClient(world);
  const { rows, faults } = await tryAll({ trying, service, world, good });
  const { batches, unheard } = await good.order('end');
  await service.end('SIGKILL');
  faults.push(...(await findLost(trying.databaseUrl ?? dataDir, batches)));
  if (unheard > 0) faults.push(`no event told of ${unheard} acknowledged batches`);
  return { rows, acknowledged: batches.length, faults };
}

// Two certificates of the same name cannot be believed at once: what is found first counts.
function trust(cert: string): Disposable {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, cert]);
  return { [Symbol.dispose]: () => setDefaultCACertificates(usual) };
}

interface Starting {
  readonly dataDir: string;
  readonly certificate: { readonly cert: string; readonly key: string };
  readonly opsPort: number;
}

async function start({ databaseUrl, isPoor }: Trying, { dataDir, certificate, opsPort }: Starting): Promise<Service> {
  const [cert, key] = [join(dataDir, 'cert.pem'), join(dataDir, 'key.pem')];
  await writeFile(cert, certificate.cert);
  await writeFile(key, certificate.key);
  return await startService({
    dataDir,
    env: {
      SETPOINT_TLS_CERT: cert,
      SETPOINT_TLS_KEY: key,
      SETPOINT_MQTTS_PORT: '0',
      SETPOINT_OPS_PORT: String(opsPort),
      // Where attackers have what listens and says nothing.
      SETPOINT_WEBHOOK_NETWORKS: '127.0.1.0/24',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      NODE_OPTIONS: isPoor ? '--max-old-space-size=512' : '',
    },
    wrap: isPoor ? FEW_HANDLES : [],
  });
}

interface Trial {
  readonly trying: Trying;
  readonly service: Service;
  readonly world: World;
  readonly good: GoodClient;
}

async function tryAll(trial: Trial) {
  const { seconds, attacks, isPoor } = trial.trying;
  const restSeconds = Math.max(5, seconds);
  // The first seconds are those of a process that has just started.
  await observe(trial, 'settling', () => rest(SETTLE_SECONDS));
  const atRest = await observe(trial, 'at rest', () => rest(restSeconds));
  const bounds = { ...BOUNDS, mib: Math.round(atRest.mostMib * 1.5 + MORE_MIB) };
  const rows = [atRest];
  const faults = judge(atRest, bounds);
  for (const name of isPoor ? [] : attacks) {
    rows.push(await observe(trial, name, () => attack(trial.world, name, seconds)));
    faults.push(...judge(rows.at(-1), bounds));
    await observe(trial, 'settling', () => rest(SETTLE_SECONDS));
  }
  const together = await observe(trial, 'all together', async () => {
    const all = attacks.map((name) => attack(trial.world, name, seconds * TIMES_LONGER_TOGETHER));
    const landed = await Promise.all(all);
    return Object.fromEntries(landed.map((each, index) => [attacks[index] ?? '', sumOf(each)]));
  });
  await observe(trial, 'settling', () => rest(RIGHT_AGAIN_SECONDS));
  const later = await observe(trial, `${RIGHT_AGAIN_SECONDS} s later`, () => rest(restSeconds));
  faults.push(...(isPoor ? [] : judge(together, bounds)), ...judge(later, bounds));
  return { rows: [...rows, together, later], faults };
}

async function rest(seconds: number): Promise<Landed> {
  await pause(seconds * 1_000, new AbortController().signal);
  return {};
}

/** What the good client saw, and what the service took, while something went on. */
async function observe({ service, good, trying }: Trial, name: string, what: () => Promise<Landed>): Promise<Row> {
  let mostMib = 0;
  const sampling = setInterval(() => (mostMib = Math.max(mostMib, memoryOf(service.pid))), SAMPLE_EVERY_MS);
  const died = service.ended.then(({ code, signal }) => {
    throw new Error(`${name}: the service ended (${code ?? signal}):\n${service.output().slice(-4_000)}`);
  });
  died.catch(() => undefined);
  try {
    const landed = await Promise.race([what(), died]);
    const figures = await Promise.race([good.order('next'), died]);
    const row = { name, figures, mostMib, landed };
    trying.say(JSON.stringify(row));
    return row;
  } finally {
    clearInterval(sampling);
  }
}

const BOUNDS = { publicP99Ms: 250, postP99Ms: 500, holdMs: 1_000, livezMs: 1_000 };

/** What is beyond its bound; a figure that was never taken is, too. */
function judge(row: Row | undefined, bounds: typeof BOUNDS & { readonly mib: number }): string[] {
  if (row === undefined) return [];
  const { name, figures, mostMib } = row;
  const rows = [
    ['public p99', figures.publicMs.count, figures.publicMs.p99, bounds.publicP99Ms],
    ['POST to controller p99', figures.postMs.count, figures.postMs.p99, bounds.postP99Ms],
    ['hold of all sites', figures.holdMs.count, figures.holdMs.max, bounds.holdMs],
    ['/livez', figures.livezMs.count, figures.livezMs.max, bounds.livezMs],
  ] as const;
  const slow = rows.flatMap(([what, count, ms, most]) => {
    if (count === 0) return [`${name}: ${what} was never measured`];
    return ms <= most ? [] : [`${name}: ${what} ${textOfMs(ms)}, ${most} ms allowed`];
  });
  return mostMib > bounds.mib ? [...slow, `${name}: ${mostMib} MiB of memory, ${bounds.mib} MiB allowed`] : slow;
}

function textOfMs(ms: number): string {
  return ms >= NEVER ? 'never' : ms >= 10_000 ? `${Math.round(ms / 1_000)} s` : `${ms} ms`;
}

const COLUMNS = [
  'attack',
  'public p99',
  'POST to controller p99',
  'hold of all sites',
  '`/livez`, slowest',
  'memory',
  'what attackers sent',
];

function tableOf(title: string, rows: readonly Row[]): string {
  const head = [COLUMNS, COLUMNS.map(() => '---')].map(textOfCells);
  return [`**${title}**`, '', ...head, ...rows.map(lineOf), ''].join('\n');
}

function lineOf({ name, figures, mostMib, landed }: Row): string {
  const who = ATTACKS.find((each) => each.name === name)?.who;
  const { publicMs, postMs, holdMs, livezMs } = figures;
  const times = [publicMs.p99, postMs.p99, holdMs.max, livezMs.max].map(textOfMs);
  // At rest there is no attacker.
  return textOfCells([
    who === undefined ? name : `${name} (${who})`,
    ...times,
    `${mostMib} MiB`,
    String(sumOf(landed) || ''),
  ]);
}

function sumOf(landed: Landed): number {
  return Object.values(landed).reduce((sum, count) => sum + count, 0);
}

function textOfCells(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
