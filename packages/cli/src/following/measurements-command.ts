import type { MeasuredMean } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { durationOption } from '../shell/duration-option.ts';
import { withExamples } from '../shell/with-examples.ts';
import type { Shell } from '../shell/shell.ts';
import { timeOption } from '../shell/time-option.ts';
import { timesAt } from '../shell/times-in.ts';
import { type Bounds, windowOf } from '../shell/window-of.ts';
import { findVisibleSite } from '../sites/find-visible-site.ts';
import { rangeText } from '../text/instant-text.ts';
import { type Columns, listText } from '../text/list-text.ts';

interface MeasurementOptions extends Bounds {
  readonly resolution: number;
  readonly csv?: true;
}

const HOUR_MS = 3_600_000;
const LONGEST_MEAN = 1_440;

/** `setpoint site measurements` */
export function measurementsCommand(site: Command, shell: Shell): void {
  const measurements = site
    .command('measurements')
    .description('show the mean power and state of charge that a site measured')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addOption(timeOption('--from <time>', 'the start (default: an hour ago)'))
    .addOption(timeOption('--to <time>', 'the end (default: now, or one hour after the start)'))
    .addOption(
      new Option('--resolution <duration>', 'the length of a mean: 1m, or a multiple of 15m')
        .default(15, '15m')
        .argParser(durationOption({ unit: 'minutes', least: 1, most: LONGEST_MEAN })),
    )
    .option('--csv', 'print CSV, for spreadsheets')
    .action((text: string, options: MeasurementOptions) => showMeasurements(shell, text, options));
  withExamples(
    measurements,
    'setpoint site measurements "Nordhafen 1"',
    'setpoint site measurements "Nordhafen 1" --from yesterday --to today --csv > yesterday.csv',
  );
}

async function showMeasurements(shell: Shell, text: string, options: MeasurementOptions): Promise<void> {
  const { resolution, csv, ...given } = options;
  const client = shell.client();
  const siteId = await findVisibleSite(shell, text);
  const { from = new Date(Date.now() - HOUR_MS).toISOString(), to } = await timesAt(client, siteId, given);
  const window = windowOf({ from, to: to ?? new Date(Date.parse(from) + HOUR_MS).toISOString() });
  const found = await client.fleet.readMeasurements(siteId, { ...window, resolution });
  const { measurements } = found;
  const none = `Nothing was measured from ${rangeText(window.from, window.to)} UTC.`;
  shell.print(found, csv === true ? csvText(measurements) : listText(measurements, COLUMNS, none));
}

const COLUMNS: Columns<MeasuredMean> = {
  'TIME (UTC)': ({ startAt, endAt }) => rangeText(startAt, endAt),
  ASSET: ({ asset }) => asset,
  'MEAN kW': ({ activePowerkW }) => valueText(activePowerkW),
  'CHARGE %': ({ soc }) => valueText(soc),
};

const valueText = (value: number | null) => (value === null ? '-' : String(value));

/** As `measurements.csv` of the interface. */
function csvText(measurements: readonly MeasuredMean[]): string {
  const lines = measurements.map(({ startAt, endAt, asset, activePowerkW, soc }) =>
    [startAt, endAt, asset, activePowerkW ?? '', soc ?? ''].join(','),
  );
  return ['startAt,endAt,asset,activePowerkW,soc', ...lines].join('\n');
}
