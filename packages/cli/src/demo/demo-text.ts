import { PATHS } from '@setpoint/contract';

export interface DemoFacts {
  readonly url: string;
  /** Signs in to the console, once. */
  readonly signInUrl: string;
  readonly mqttUrl: string | undefined;
  readonly dataDir: string;
  readonly token: string;
  /** The default ports that another program listens on. */
  readonly taken: readonly string[];
  /** The site that the lines read and set. */
  readonly siteId: string;
  /** The pool that is asked for power each 4 s. */
  readonly poolId: string;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;

/** What a visitor sees first: where to look, and three lines to paste. */
export function demoText({ url, signInUrl, mqttUrl, dataDir, token, taken, siteId, poolId, nowMs }: DemoFacts): string {
  const entry = { startAt: new Date(nowMs).toISOString(), endAt: new Date(nowMs + HOUR_MS).toISOString(), value: 300 };
  const body = JSON.stringify({ schedules: [{ asset: 'bess', type: 'activePowerkW', entries: [entry] }] });
  const as = '-H "Authorization: Bearer $TOKEN"';
  const site = url + PATHS.site.replace(':siteId', siteId);
  const schedules = url + PATHS.schedules.replace(':siteId', siteId);
  const moved =
    taken.length === 0
      ? ''
      : `\n  (Ports in use by another program: ${taken.join(', ')}. Free ports are used instead.)`;
  return `Twelve simulated sites report every 5 seconds and follow their schedules. Watch them:

${signInUrl}
(it works once, within ten minutes; for another: SETPOINT_DATA_DIR=${dataDir} {setpoint} console)

  interface    ${url}
  reference    ${url}${PATHS.reference}
  pool         ${url}/pools/${poolId}
               (asked for power each 4 s, except while a signal that you sent there runs)
  controllers  ${[mqttUrl, url].filter((address) => address !== undefined).join(', ')}
  data         ${dataDir}${moved}

The lines below take this token, which is valid for a day:
TOKEN=${token}

List the sites:
curl -s ${as} ${url}${PATHS.sites}

Read one site, a brewery with a battery:
curl -s ${as} ${site}

Discharge its battery at 300 kW for an hour, and read the site again a few seconds later:
curl -s ${as} -H 'Content-Type: application/json' ${schedules} -d '${body}'

Ctrl-C stops everything.`;
}
