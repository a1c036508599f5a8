import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { againstBench } from './against-bench.ts';
import { consoleBench } from './console-bench.ts';
import { gatewayBench } from './gateway-bench.ts';
import { fleetBench } from './fleet-bench.ts';
import { httpBench } from './http-bench.ts';
import { packageBench } from './package-bench.ts';
import { poolsBench } from './pools-bench.ts';
import { postgresBench } from './postgres-bench.ts';
import { describeMachine } from './report/describe-machine.ts';
import { isShort, renderBench, summaryOf } from './report/render-bench.ts';
import { replaceSection } from './report/replace-section.ts';
import { endChildrenWhenTold } from './run/end-children-when-told.ts';
import { type MeasuredRow, measureRows } from './run/measure-rows.ts';
import type { Bench } from './run/run.ts';

const BENCHES: readonly Bench[] = [
  packageBench,
  httpBench,
  gatewayBench,
  fleetBench,
  postgresBench,
  poolsBench,
  consoleBench,
  againstBench,
];
const DOCUMENT = new URL('../docs/evidence/benchmarks.md', import.meta.url);
const USAGE = `npm run bench -- [${BENCHES.map(({ name }) => name).join('|')}…] [--rounds 3] [--seconds 4] [--only row,row] [--against packages/cli/bin/setpoint.js]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
});
const only = values.only?.split(',');
const rounds = Number(values.rounds);
const against = values.against === undefined ? undefined : resolve(values.against);
const measureMs = Number(values.seconds) * 1_000;

const stopping = endChildrenWhenTold();

try {
  let shortRows = 0;
  for (const bench of positionals.length === 0
    ? BENCHES.filter((each) => each !== againstBench)
    : positionals.map(benchNamed))
    shortRows += await runBench(bench);
  process.exitCode = shortRows === 0 ? 0 : 1;
} catch (cause) {
  if (!stopping.aborted) throw cause;
  process.exitCode = Number(stopping.reason);
}

function benchNamed(name: string): Bench {
  const bench = BENCHES.find((each) => each.name === name);
  if (!bench) throw new Error(`no bench is named ${name}: ${USAGE}`);
  return bench;
}

async function runBench(bench: Bench): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'setpoint-bench-'));
  const lasting = new AsyncDisposableStack();
  try {
    const day = new Date().toISOString().slice(0, 10);
    const machine = describeMachine(directory);
    const conditions = `Measured on ${day}: ${machine}. ${rounds} rounds of ${measureMs / 1_000} s each.`;
    const rows = bench.rows({ rounds, warmUpMs: 1_000, measureMs, directory, lasting, against });
    const chosen = rows.filter(({ name }) => !only || only.includes(name));
    const sayRow = ({ row, outcome }: MeasuredRow) => say(`${row.name}: ${summaryOf(outcome)}`);
    const measured = await measureRows(chosen, sayRow, stopping);
    const body = `${conditions}\n\n${renderBench(measured)}`;
    say(`\n${bench.title}\n\n${body}`);
    // A part of a bench is for looking at; the document holds whole ones.
    if (!only) await writeSection(bench.title, body);
    return measured.filter(({ outcome }) => isShort(outcome)).length;
  } finally {
    await lasting.disposeAsync();
    await rm(directory, { recursive: true, force: true });
  }
}

async function writeSection(heading: string, body: string): Promise<void> {
  const current = await readFile(DOCUMENT, 'utf8');
  await writeFile(DOCUMENT, replaceSection(current, heading, body));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
