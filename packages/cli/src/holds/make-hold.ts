import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, type HoldStatus, type MakeHoldRequest, parseUuid } from '@setpoint/contract';
import type { HoldCalls } from '@setpoint/client';
import { CliError } from '../shell/cli-error.ts';
import { findOne } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';
import { countsText } from './counts-text.ts';
import { printHold } from './print-hold.ts';

export interface MakeHoldOptions {
  readonly all?: true;
  readonly site?: string;
  readonly pool?: string;
  readonly asset?: Asset;
  readonly client?: string;
  readonly reason?: string;
  readonly wait: number;
  readonly dryRun?: true;
}

const LOOK_EVERY_MS = 500;

export async function makeHold(shell: Shell, options: MakeHoldOptions): Promise<void> {
  const { holds } = shell.client();
  const { reason, wait } = options;
  const covered = await coveredBy(shell, options);
  const { holdId } = await holds.make({ ...covered, ...(reason === undefined ? {} : { reason }) });
  const status = await watch(shell, holds, holdId, performance.now() + wait * 1_000);
  await printHold(shell, holds, status);
  const { waiting, notStopped, remaining } = status.counts;
  if (waiting + notStopped + remaining > 0) {
    throw new CliError(
      'not_stopped',
      `Not every site has confirmed. \`{setpoint} hold show ${holdId}\` lists the others.`,
    );
  }
}

/** What the options name, by its id. */
export async function coveredBy(shell: Shell, options: MakeHoldOptions): Promise<MakeHoldRequest> {
  const { site, pool, asset, client } = options;
  const part = asset === undefined ? {} : { asset };
  if (site !== undefined) return { siteId: parseUuid(site) ?? (await findOne(shell, 'site', site)).siteId, ...part };
  if (pool !== undefined) return { poolId: parseUuid(pool) ?? (await findOne(shell, 'pool', pool)).poolId, ...part };
  if (client === undefined) return { allSites: true } as const;
  return { clientId: parseUuid(client) ?? (await findOne(shell, 'client', client)).clientId };
}

async function watch(shell: Shell, holds: HoldCalls, holdId: string, untilMs: number): Promise<HoldStatus> {
  for (;;) {
    const status = await holds.read(holdId);
    shell.progress(countsText(status));
    const isSettled = status.state === 'applied' && status.counts.waiting === 0;
    if (isSettled || performance.now() >= untilMs) return status;
    await sleep(LOOK_EVERY_MS);
  }
}
