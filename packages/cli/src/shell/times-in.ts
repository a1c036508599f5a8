import type { SetpointClient } from '@setpoint/client';
import { CliError } from './cli-error.ts';
import { dependsOnZone, readTime } from './read-time.ts';

/** The options that are times, as people name them. */
const TIMES = { from: '--from', to: '--to', at: '--at', knownAt: '--known-at', until: '--until' } as const;

type Times = { readonly [Name in keyof typeof TIMES]?: string | undefined };

const MISUSED = { exitCode: 2 } as const;

/** The same options with each time as RFC 3339, read on the clock of a time zone. */
export function timesIn<Options extends Times>(options: Options, zone: string): Options {
  const nowMs = Date.now();
  const read: Partial<Record<keyof Times, string>> = {};
  for (const name of Object.keys(TIMES) as (keyof Times)[]) {
    const written = options[name];
    if (written !== undefined) read[name] = instantOrThrow(TIMES[name], written, { zone, nowMs });
  }
  return { ...options, ...read };
}

/** The same on the clock of this machine. */
export function timesHere<Options extends Times>(options: Options): Options {
  return timesIn(options, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The same on the clock of a site, which is asked for its time zone only if that matters; and that zone. */
export async function timesAt<Options extends Times>(
  client: Pick<SetpointClient, 'overview'>,
  siteId: string,
  options: Options,
): Promise<Options & { readonly zone: string }> {
  const named = (Object.keys(TIMES) as (keyof Times)[]).map((name) => options[name]);
  const isLocal = named.some((written) => written !== undefined && dependsOnZone(written));
  const zone = isLocal ? await zoneOf(client, siteId) : 'UTC';
  return { ...timesIn(options, zone), zone };
}

/** The time zone of a site. */
export async function zoneOf({ overview }: Pick<SetpointClient, 'overview'>, siteId: string): Promise<string> {
  const { sites } = await overview.of([siteId]);
  const [site] = sites;
  if (site !== undefined) return site.timeZone;
  throw new CliError('not_found', `There is no site ${siteId}, or this client has no grant of it.`);
}

/** One time as RFC 3339; what can be read in two ways is refused with both. */
function instantOrThrow(name: string, written: string, context: { zone: string; nowMs: number }): string {
  const read = readTime(written, context);
  if (read.kind === 'instant') return read.at;
  const quoted = JSON.stringify(written);
  if (read.kind === 'unreadable') throw new CliError('usage', `${name}: ${quoted} is no time.`, MISUSED);
  const [first, second] = read.readings;
  const why = read.isSkipped ? 'does not exist' : 'comes twice';
  throw new CliError(
    'usage',
    `${name}: ${quoted} ${why} in ${context.zone}, where the clock changes. Write ${first} or ${second}.`,
    MISUSED,
  );
}
