import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { makeCertificate } from '@setpoint/server/testing/make-certificate';
import { memoryOf } from '../support/service/memory-of.ts';
import { type Service, startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { type Bounds, type Figures, judge } from './hold-out/figures.ts';
import { findLost } from './hold-out/find-lost.ts';
import { makeWorld } from './hold-out/make-world.ts';
import { pause } from './hold-out/pause.ts';
import { attack, type GoodClient, startControllers, startGoodClient } from './hold-out/role.ts';
import type { Landed } from './hold-out/run-attack.ts';
import type { World } from './hold-out/world.ts';

export interface HoldOutOptions {
  /** PostgreSQL; SQLite if left out. */
  readonly databaseUrl?: string;
  readonly controllers: number;
  /** What is tried alone, and then together. */
  readonly attacks: readonly string[];
  readonly aloneSeconds: number;
  readonly togetherSeconds: number;
  /** How long the good client is alone, before and after. */
  readonly restSeconds: number;
  /** How soon after an attack everything must be as good as before. */
  readonly rightAgainSeconds: number;
  readonly bounds: Bounds;
  /** How much memory there may be beside one and a half times that at rest. */
  readonly moreMib: number;
  /** So few file handles and so little heap that attacks take them all: bounds then hold again when it is over. */
  readonly isPoor: boolean;
  readonly say?: (line: string) => void;
}

export interface HoldOutRow {
  readonly name: string;
  readonly figures: Figures;
  readonly mostMib: number;
  readonly landed: Landed;
  readonly faults: readonly string[];
}

export interface HoldOutResult {
  readonly rows: readonly HoldOutRow[];
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

const SAMPLE_EVERY_MS = 100;
const SETTLE_MS = 2_000;
const POOR = ['sh', '-c', 'ulimit -n 600; exec "$@"', 'sh'];

/** A good client beside attackers, one kind after the other and all together. */
export async function holdOut(options: HoldOutOptions): Promise<HoldOutResult> {
  await using folder = await makeTempDir();
  const certificate = makeCertificate(Date.now());
  using _trust = trust(certificate.cert);
  const opsPort = await choosePort('127.0.0.1', 0);
  await using service = await start(options, { dataDir: folder.path, certificate, opsPort });
  const { controllers } = options;
  const world = await makeWorld({ service, dataDir: folder.path, certificate, opsPort, controllers });
  await using _fleet = startControllers(world);
  await using good = startGoodClient(world);
  const rows = await tryAll({ options, service, world, good });
  const { batches, unheard } = await good.end();
  await service.end('SIGKILL');
  const store = options.databaseUrl ?? folder.path;
  const faults = [
    ...rows.flatMap(({ name, faults: found }) => found.map((fault) => `${name}: ${fault}`)),
    ...(await findLost(store, batches)),
    ...(unheard === 0 ? [] : [`no event told of ${unheard} acknowledged batches`]),
  ];
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

async function start(
  { databaseUrl, isPoor }: HoldOutOptions,
  { dataDir, certificate, opsPort }: Starting,
): Promise<Service> {
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
    wrap: isPoor ? POOR : [],
  });
}

interface Trial {
  readonly options: HoldOutOptions;
  readonly service: Service;
  readonly world: World;
  readonly good: GoodClient;
}

async function tryAll(trial: Trial): Promise<HoldOutRow[]> {
  const { aloneSeconds, togetherSeconds, restSeconds, rightAgainSeconds, attacks, bounds, moreMib, isPoor } =
    trial.options;
  // The first seconds are those of a process that has just started.
  await pause(SETTLE_MS, new AbortController().signal);
  await trial.good.figures();
  const atRest = await observe(trial, 'at rest', () => rest(restSeconds));
  const mostMib = Math.round(atRest.mostMib * 1.5 + moreMib);
  const judged = (row: HoldOutRow): HoldOutRow => {
    const isLarger = row.mostMib > mostMib;
    const memory = isLarger ? [`${row.mostMib} MiB of memory, ${mostMib} MiB allowed`] : [];
    return { ...row, faults: [...row.faults, ...judge(row.figures, bounds), ...memory] };
  };
  const rows = [judged(atRest)];
  for (const name of aloneSeconds === 0 ? [] : attacks) {
    rows.push(judged(await observe(trial, name, () => attack(trial.world, name, aloneSeconds))));
    await observe(trial, 'settling', () => rest(SETTLE_MS / 1_000));
  }
  const together = await observe(trial, 'all together', async () => {
    const landed = await Promise.all(attacks.map((name) => attack(trial.world, name, togetherSeconds)));
    return Object.fromEntries(landed.map((each, index) => [attacks[index] ?? '', sumOf(each)]));
  });
  rows.push(isPoor ? together : judged(together));
  await observe(trial, 'settling', () => rest(rightAgainSeconds));
  rows.push(judged(await observe(trial, `${rightAgainSeconds} s later`, () => rest(restSeconds))));
  return rows;
}

function sumOf(landed: Landed): number {
  return Object.values(landed).reduce((sum, count) => sum + count, 0);
}

async function rest(seconds: number): Promise<Landed> {
  await pause(seconds * 1_000, new AbortController().signal);
  return {};
}

/** What the good client saw, and what the service took, while something went on. */
async function observe(
  { service, good, options }: Trial,
  name: string,
  what: () => Promise<Landed>,
): Promise<HoldOutRow> {
  let mostMib = 0;
  const sampling = setInterval(() => (mostMib = Math.max(mostMib, memoryOf(service.pid))), SAMPLE_EVERY_MS);
  const died = service.ended.then(({ code, signal }) => {
    throw new Error(`${name}: the service ended (${code ?? signal}):\n${service.output().slice(-4_000)}`);
  });
  died.catch(() => undefined);
  try {
    const landed = await Promise.race([what(), died]);
    const figures = await Promise.race([good.figures(), died]);
    const row = { name, figures, mostMib, landed, faults: [] };
    options.say?.(JSON.stringify(row));
    return row;
  } finally {
    clearInterval(sampling);
  }
}
