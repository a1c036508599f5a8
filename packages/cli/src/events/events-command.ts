import { EVENT_TYPES, type EventGap, type EventType, type FleetEvent } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { findOne } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';

interface EventsOptions {
  readonly types?: EventType[];
  readonly site?: string;
  readonly pool?: string;
  readonly after?: string;
  readonly follow: boolean;
}

/** `setpoint events` */
export function eventsCommand(program: Command, shell: Shell): void {
  program
    .command('events')
    .description('print events as they happen; Ctrl-C ends it')
    .addOption(new Option('--types <types...>', 'only events of these types').choices(EVENT_TYPES))
    .option('--site <site>', 'only events of this site, by id or name')
    .option('--pool <pool>', 'only events of this pool, and of the sites that were its members at the time')
    .option('--after <id>', 'begin after the event with this id, or at the `oldest` that is kept')
    .option('--no-follow', 'stop at the end of the log')
    .action((options: EventsOptions) => showEvents(shell, options));
}

async function showEvents(shell: Shell, { site, pool, ...options }: EventsOptions): Promise<void> {
  const client = shell.client();
  const siteId = site === undefined ? undefined : (await findOne(shell, 'site', site)).siteId;
  const poolId = pool === undefined ? undefined : (await findOne(shell, 'pool', pool)).poolId;
  for await (const event of client.events({ ...options, siteId, poolId })) shell.print(event, lineOf(event));
}

function lineOf(event: FleetEvent | EventGap): string {
  if (!('id' in event)) return `${event.type} (${event.reason}): ${event.message}`;
  const { at, type, id, data } = event;
  return `${at}  ${type.padEnd(18)} ${subjectOf(event)}  ${JSON.stringify(data)}  ${id}`;
}

function subjectOf(event: FleetEvent): string {
  if ('siteId' in event) return event.siteId;
  if ('poolId' in event) return event.poolId;
  return 'alertId' in event ? event.alertId : '-';
}
