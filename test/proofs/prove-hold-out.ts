import { inspect } from 'node:util';
import { BOUNDS, textOfMs } from './hold-out/figures.ts';
import { chooseParts } from './choose-parts.ts';
import { ATTACKS } from './hold-out/attacks.ts';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import { holdOut, type HoldOutOptions, type HoldOutResult, type HoldOutRow } from './hold-out.ts';
import type { ProofOptions, Report } from './write-report.ts';

const SECONDS = 10;
const TIMES_LONGER_TOGETHER = 12;
const RIGHT_AGAIN_SECONDS = 10;
const CONTROLLERS = 100;

const STORES = ['SQLite', 'PostgreSQL'];
const MACHINES = ['rich', 'poor'];

/** `--only` takes names of attacks, `SQLite`, `PostgreSQL`, `rich` and `poor`. */
export async function proveHoldOut(
  say: (line: string) => void,
  { seconds = SECONDS, only = [] }: ProofOptions,
): Promise<Report> {
  const names = ATTACKS.map(({ name }) => name);
  const chosen = chooseParts(only, [...names, ...STORES, ...MACHINES]);
  const isMeant = (name: string, others: readonly string[]) =>
    chosen.has(name) || !others.some((other) => chosen.has(other));
  const attacks = names.filter((name) => isMeant(name, names));
  const togetherSeconds = seconds * TIMES_LONGER_TOGETHER;
  const lengths = { togetherSeconds, restSeconds: Math.max(5, seconds), rightAgainSeconds: RIGHT_AGAIN_SECONDS };
  const plain = { controllers: CONTROLLERS, attacks, ...lengths, bounds: BOUNDS, moreMib: 256, say };
  const facts: string[] = [
    `${CONTROLLERS + 20} controllers, ${attacks.length} attacks: each alone for ${seconds} s, then all together for ${togetherSeconds} s, on each store; with 600 file handles and a heap of 512 MiB, all together alone.`,
  ];
  const faults: string[] = [];
  const tryOn = async (title: string, options: HoldOutOptions): Promise<void> => {
    const result = await holdOut(options).catch((cause: unknown) => inspect(cause));
    if (typeof result === 'string') {
      say(result);
      faults.push(`${title}: ${result}`);
      return;
    }
    say(tableOf(title, result, names));
    faults.push(...result.faults.map((fault) => `${title}: ${fault}`));
    facts.push(`${title}: ${result.acknowledged} acknowledged batches, all found after the process was killed.`);
  };
  for (const store of STORES.filter((each) => isMeant(each, STORES))) {
    for (const isPoor of [false, true].filter((poor) => isMeant(poor ? 'poor' : 'rich', MACHINES))) {
      await using postgres = store === 'SQLite' ? undefined : await startPostgres(['max_connections = 200']);
      const address = postgres === undefined ? {} : { databaseUrl: postgres.url };
      const title = isPoor ? `${store}, 600 file handles and a heap of 512 MiB` : store;
      await tryOn(title, { ...plain, ...address, isPoor, aloneSeconds: isPoor ? 0 : seconds });
    }
  }
  return { facts, faults };
}

const COLUMNS = [
  'attack',
  'public p99',
  'POST to controller p99',
  'hold of all sites',
  '`/livez`, slowest',
  'memory',
  'over a new connection, p99',
  'what attackers sent',
];

function tableOf(title: string, { rows }: HoldOutResult, names: readonly string[]): string {
  const head = [COLUMNS, COLUMNS.map(() => '---')].map(textOfCells);
  return [`**${title}**`, '', ...head, ...rows.map((row) => lineOf(row, names)), ''].join('\n');
}

function lineOf({ name, figures, mostMib, landed }: HoldOutRow, names: readonly string[]): string {
  const who = names.includes(name) ? ` (${ATTACKS.find((each) => each.name === name)?.who ?? ''})` : '';
  const { publicMs, anewMs, postMs, holdMs, livezMs } = figures;
  const times = [publicMs.p99, postMs.p99, holdMs.max, livezMs.max].map(textOfMs);
  const sent = Object.values(landed).reduce((sum, count) => sum + count, 0);
  return textOfCells([
    name + who,
    ...times,
    `${mostMib} MiB`,
    textOfMs(anewMs.p99),
    // At rest there is no attacker.
    sent === 0 ? '' : String(sent),
  ]);
}

function textOfCells(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
