import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, type HoldStatus, parseClientId, parseSiteId } from '@setpoint/contract';
import type { HoldCalls, RegistryCalls } from '@setpoint/client';
import { findClient } from '../registry/find-client.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { findSite } from '../sites/find-site.ts';
import { countsText } from './counts-text.ts';
import { printHold } from './print-hold.ts';

export interface MakeHoldOptions {
  readonly all?: true;
  readonly site?: string;
  readonly asset?: Asset;
  readonly client?: string;
  readonly reason?: string;
  readonly wait: number;
}

const LOOK_EVERY_MS = 500;

export async function makeHold(shell: Shell, options: MakeHoldOptions): Promise<void> {
  const { holds, registry } = shell.client();
  const { reason, wait } = options;
  const covered = await coveredBy(registry, options);
  const { holdId } = await holds.make({ ...covered, ...(reason === undefined ? {} : { reason }) });
  const status = await watch(shell, { holds, holdId, untilMs: performance.now() + wait * 1_000 });
  await printHold(shell, holds, status);
  const { waiting, notStopped, remaining } = status.counts;
  if (waiting + notStopped + remaining > 0) {
    throw new CliError(
      'not_stopped',
      `Not every site has confirmed. \`npx setpoint hold show ${holdId}\` lists the others.`,
    );
  }
}

async function coveredBy(registry: RegistryCalls, { site, asset, client }: MakeHoldOptions) {
  if (site !== undefined) {
    const siteId = parseSiteId(site) ?? (await findSite(registry, site)).siteId;
    return { siteId, ...(asset === undefined ? {} : { asset }) };
  }
  if (client === undefined) return { allSites: true } as const;
  return { clientId: parseClientId(client) ?? (await findClient(registry, client)).clientId };
}

interface Watched {
  readonly holds: HoldCalls;
  readonly holdId: string;
  readonly untilMs: number;
}

async function watch(shell: Shell, { holds, holdId, untilMs }: Watched): Promise<HoldStatus> {
  for (;;) {
    const status = await holds.read(holdId);
    shell.progress(countsText(status));
    const isSettled = status.state === 'applied' && status.counts.waiting === 0;
    if (isSettled || performance.now() >= untilMs) return status;
    await sleep(LOOK_EVERY_MS);
  }
}
