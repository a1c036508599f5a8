import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import { buildNext } from '../package/upgrade/build-next.ts';
import { pack } from '../support/run/provided-package.ts';
import { startBalancer } from './start-balancer.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { restartInTurn } from './prove-rolling-restart.ts';
import type { Report } from './write-report.ts';

const SITES = 20;
const CALLERS = 4;

/** A node of this release serves; one of the next joins it under load, and then takes its place, too. */
async function upgradeUnderLoad(databaseUrl: string, next: string) {
  let stepsBefore = 0;
  const result = await restartInTurn({
    databaseUrl,
    begin: [{ node: 0 }],
    turns: [
      { node: 1, program: next },
      { node: 0, program: next },
    ],
    restarts: 2,
    requests: 0,
    balancing: { start: startBalancer, drainSeconds: 1 },
    sites: SITES,
    callers: CALLERS,
    async witness() {
      stepsBefore = await countSteps(databaseUrl);
      return { faults: async () => [], [Symbol.asyncDispose]: async () => undefined };
    },
  });
  const steps = (await countSteps(databaseUrl)) - stepsBefore;
  return { ...result, steps };
}

async function countSteps(databaseUrl: string): Promise<number> {
  const [row] = await queryDatabase(databaseUrl, 'SELECT count(*)::integer AS n FROM kysely_migration');
  return Number(row?.['n']);
}

const UPGRADES = 20;
const WITHIN_MS = 10 * 60_000;

export async function proveUpgrades(say: (line: string) => void): Promise<Report> {
  await using folder = await makeTempDir();
  const next = await buildNext(await pack(), folder.path);
  await using postgres = await startPostgres(['max_connections = 200']);
  const results: Awaited<ReturnType<typeof upgradeUnderLoad>>[] = [];
  const startedAt = performance.now();
  while (results.length < UPGRADES && performance.now() - startedAt < WITHIN_MS) {
    const databaseUrl = new URL(`/upgrade_${results.length}`, postgres.url).href;
    await queryDatabase(postgres.url, `CREATE DATABASE upgrade_${results.length}`);
    const result = await upgradeUnderLoad(databaseUrl, next);
    results.push(result);
    say(`${results.length} upgrades, ${result.requests} requests in the last, ${result.faults.length} faults in it`);
  }
  const sum = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const facts = [
    `${results.length} upgrades, each by ${results[0]?.steps ?? 0} steps of the schema, under ${CALLERS} callers on ${SITES} sites: ${sum(({ requests }) => requests)} requests in ${Math.round(sum(({ seconds }) => seconds))} s.`,
    `${sum(({ history }) => history.count('accepted'))} acknowledged batches, each kept once.`,
  ];
  return {
    facts,
    faults: results.flatMap(({ faults }, index) => faults.map((fault) => `upgrade ${index + 1}: ${fault}`)),
  };
}
