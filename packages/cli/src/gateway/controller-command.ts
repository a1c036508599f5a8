import { readFileSync } from 'node:fs';
import { baseUrl } from '@setpoint/contract';
import type { ControllerConfig } from '@setpoint/controller';
import type { Command } from 'commander';
import { badConfig } from '../shell/bad-config.ts';
import type { Shell } from '../shell/shell.ts';
import { untilStopped } from '../shell/until-stopped.ts';
import { fileProblem } from '../shell/file-problem.ts';

const FASTEST = 100;

/** The clock and the waits that `setpoint conformance` gives a controller by its environment; otherwise those of life. */
function rehearsalOf({ PACE: pace = '1', CLOCK_FILE: clockFile }: Shell['environment']) {
  const factor = Number(pace);
  if (!(factor >= 1 && factor <= FASTEST))
    throw badConfig('The controller was not started:', [`PACE: ${pace} must be a number from 1 to ${FASTEST}`]);
  if (clockFile === undefined) return { now: Date.now, pace: factor };
  return { now: () => Date.now() + Number(readFileSync(clockFile, 'utf8')), pace: factor };
}

/** `setpoint controller` */
export function controllerCommand(program: Command, shell: Shell): void {
  program
    .command('controller')
    .description('run the controller of one site, as a file configures it')
    .requiredOption('--config <file>', 'a JSON file with service, siteId, controllerKey and driver')
    .action(({ config }: { config: string }) => runSite(shell, config));
}

async function runSite(shell: Shell, path: string): Promise<void> {
  // The other commands do not need this code, and start faster without it.
  const { parseControllerConfig, runSimulatedSite, runSunspecSite } = await import('@setpoint/controller');
  const parsed = parseControllerConfig(readConfigFile(path));
  if (parsed.kind === 'invalid') throw badConfig(`The controller was not started. Fix ${path}:`, parsed.problems);
  const { service, siteId, controllerKey, certificate, dataDir, reportSeconds, horizonHours, driver } = parsed.config;
  const run = {
    address: { url: baseUrl(service), siteId: siteId.toLowerCase(), controllerKey, certificate, horizonHours },
    dataDir,
    reportSeconds,
    ...rehearsalOf(shell.environment),
    onConnected: () => announce(shell, parsed.config),
    onTrouble: (text: string) => shell.writeError(`${text}\n`),
  };
  const starting =
    driver.kind === 'sunspec'
      ? runSunspecSite({ ...run, site: driver })
      : runSimulatedSite({ ...run, plant: driver.plant });
  // A program that reads that it is connected may stop it at once.
  await Promise.all([starting, untilStopped(async () => (await starting).stop())]);
}

function announce(shell: Shell, { service, siteId, driver, dataDir }: ControllerConfig): void {
  const name = driver.kind === 'sunspec' ? driver.name : driver.plant.name;
  const text = `The controller of ${name} (${siteId}) is connected to ${service}. Ctrl-C stops it.`;
  shell.print({ service, siteId, dataDir }, text);
}

function readConfigFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw badConfig('The controller was not started:', [
      fileProblem(cause, path) ?? (cause instanceof Error ? cause.message : String(cause)),
    ]);
  }
}
