import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from '../../model/is-schedule-request.ts';
import { listCommands } from '../../model/list-commands.ts';
import { type SiteState, pairOf } from '../../model/site-state.ts';
import type { LoggedSite } from '../service/read-batch-log.ts';

export interface Replayed {
  /** What was set after each version; the first is the empty site. */
  readonly states: readonly (readonly Command[])[];
  readonly faults: readonly string[];
}

/** Replays a site's batch log from nothing and compares it with what the same file says besides. */
export function replaySite(site: LoggedSite): Replayed {
  const faults: string[] = [];
  const states: (readonly Command[])[] = [[]];
  let state: SiteState = new Map();
  site.batches.forEach((batch, index) => {
    const place = `site ${site.siteId}, batch ${batch.batchId} at version ${batch.version}`;
    if (batch.version !== index + 1) faults.push(`${place}: ${index + 1} was expected`);
    state = new Map([...state, ...batch.commands.map((command) => [pairOf(command), command.entries] as const)]);
    const listed = listCommands(state);
    states.push(listed);
    if (!isHash(batch.stateHash, hashOf(listed))) faults.push(`${place}: the state hash is another`);
    if (listed.filter(({ asset }) => asset === 'bess').length > 1) faults.push(`${place}: both battery commands`);
  });
  const last = states.at(-1) ?? [];
  if (site.version !== site.batches.length) faults.push(`site ${site.siteId} stands at version ${site.version}`);
  if (site.stateHash !== hashOf(last)) faults.push(`site ${site.siteId}: the state hash is another`);
  if (!isDeepStrictEqual(listCommands(new Map(site.set.map((one) => [pairOf(one), one.entries]))), last)) {
    faults.push(`site ${site.siteId}: what is set is not what the log adds up to`);
  }
  return { states, faults };
}

/** Whether the log has a hash, or its beginning. */
function isHash(logged: string, whole: string): boolean {
  return logged === whole || (logged.length >= 8 && whole.startsWith(logged));
}

/** The hash that a state has by its definition: one line a pair, with the hash of the text that a read returns. */
export function hashOf(listed: readonly Command[]): string {
  if (listed.length === 0) return '';
  return sha256(listed.map((command) => `${pairOf(command)} ${sha256(JSON.stringify(command))}\n`).join(''));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
