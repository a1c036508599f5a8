import { PATHS } from '@setpoint/contract';

export interface DemoFacts {
  readonly url: string;
  /** Leads into the console, once. */
  readonly signInUrl: string;
  readonly mqttUrl: string | undefined;
  readonly dataDir: string;
  readonly token: string;
  /** Usual ports that somebody else listens at. */
  readonly taken: readonly string[];
  /** The site that the lines read and set. */
  readonly siteId: string;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;

/** What a visitor sees first: where to look, and three lines to paste. */
export function demoText({ url, signInUrl, mqttUrl, dataDir, token, taken, siteId, nowMs }: DemoFacts): string {
  const entry = { startAt: new Date(nowMs).toISOString(), endAt: new Date(nowMs + HOUR_MS).toISOString(), value: 300 };
  const body = JSON.stringify({ schedules: [{ asset: 'bess', type: 'activePowerkW', entries: [entry] }] });
  const as = `-H 'Authorization: Bearer ${token}'`;
  const site = url + PATHS.site.replace(':siteId', siteId);
  const schedules = url + PATHS.schedules.replace(':siteId', siteId);
  const moved =
    taken.length === 0 ? '' : `\n  (In use by another program: ${taken.join(', ')}. Free ports were taken instead.)`;
  return `Twelve simulated sites report every 5 seconds and follow their schedules. Watch them:

${signInUrl}
(good once, for ten minutes; another: SETPOINT_DATA_DIR=${dataDir} npx setpoint console)

  interface    ${url}
  reference    ${url}${PATHS.docs}
  controllers  ${[mqttUrl, url].filter((address) => address !== undefined).join(', ')}
  data         ${dataDir}${moved}

List the sites:
curl -s ${as} ${url}${PATHS.sites}

Read one, a brewery with a battery:
curl -s ${as} ${site}

Let its battery give 300 kW for an hour; read it again a few seconds later:
curl -s ${as} -H 'Content-Type: application/json' ${schedules} -d '${body}'

Ctrl-C stops it all.`;
}
