import { type Command, Option } from 'commander';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { scannedText } from './scanned-text.ts';
import { numberOption } from '../shell/number-option.ts';
import { durationOption } from '../shell/duration-option.ts';

interface ScanOptions {
  readonly port: number;
  readonly unit: readonly number[];
  readonly timeout: number;
}

// The first few, and where makers put inverters and meters.
const USUAL_UNITS = [1, 2, 3, 4, 5, 100, 126, 200, 240];

/** `setpoint devices` */
export function devicesCommand(program: Command, shell: Shell): void {
  program
    .command('devices')
    .description('look at the devices of a site')
    .command('scan')
    .description(
      'list the SunSpec devices behind an address, and what could be controlled; writes nothing; stop the controller first',
    )
    .argument('<host>', 'the address of a device or of a gateway')
    .option('--port <port>', 'its port', numberOption({ least: 1, most: 65_535, isWhole: true }), 502)
    .option('--unit <ids>', 'the unit ids to ask, with commas between them', parseUnits, USUAL_UNITS)
    .addOption(
      new Option('--timeout <duration>', 'how long to wait for an answer; a plain number is in milliseconds')
        .default(1_000, '1s')
        .argParser(durationOption({ unit: 'milliseconds', least: 50, most: 60_000 })),
    )
    .action((host: string, options: ScanOptions) => scan(shell, host, options));
}

async function scan(shell: Shell, host: string, { port, unit, timeout }: ScanOptions): Promise<void> {
  // The other commands do not need this code, and start faster without it.
  const { scanHost } = await import('@setpoint/controller');
  shell.progress(`asking ${unit.length} units of ${host}`);
  const scanned = await scanHost({ host, port, unitIds: unit, timeoutMs: timeout });
  shell.progress('');
  const [first] = scanned.others;
  if (scanned.units.length === 0) {
    throw new CliError('no_devices', `There is no SunSpec device at ${host}:${port}. ${first?.reason ?? ''}`.trim());
  }
  shell.print(scanned, scannedText(scanned, { host, port }));
}

function parseUnits(text: string): number[] {
  return text.split(',').map(numberOption({ least: 0, most: 255, isWhole: true }));
}
