import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Check } from '@setpoint/conformance';
import manifest from '../../package.json' with { type: 'json' };
import { badConfig } from '../shell/bad-config.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { numberOption } from '../shell/number-option.ts';
import { durationOption } from '../shell/duration-option.ts';
import { fileProblem } from '../shell/file-problem.ts';

interface ConformanceOptions {
  readonly command?: string;
  readonly profile: 'battery' | 'base';
  readonly binding: 'mqtt' | 'https';
  readonly listen: Address;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly report?: string;
  readonly only?: readonly string[];
  readonly list?: true;
  readonly pace: number;
  readonly sideBySide: number;
  readonly slack: number;
  readonly kills: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** `setpoint conformance` */
export function conformanceCommand(program: Command, shell: Shell): void {
  program
    .command('conformance')
    .description('check a controller against the controller protocol')
    .option('--command <command>', 'the command that starts the controller (default: you start it by hand)')
    .addOption(
      new Option('--profile <name>', 'the kind of site that it controls')
        .choices(['battery', 'base'])
        .default('battery'),
    )
    .addOption(new Option('--binding <name>', 'how it connects').choices(['mqtt', 'https']).default('mqtt'))
    .addOption(
      new Option('--listen <address>', 'the address that the controller connects to')
        .argParser(address)
        .default({ host: '127.0.0.1', port: 0 }, '127.0.0.1 and a free port'),
    )
    .option('--tls-cert <file>', 'the certificate, for an encrypted connection')
    .option('--tls-key <file>', 'the key of the certificate')
    .option('--report <folder>', 'write report.html, junit.xml and evidence.jsonl there')
    .option('--only <ids>', 'only these checks, such as C17,C18', (text) => text.split(','))
    .option('--list', 'list the checks')
    .option('--pace <number>', 'speed-up for controllers that read PACE', numberOption({ least: 1, most: 100 }), 1)
    .option(
      '--side-by-side <number>',
      'how many controllers run at once, each in a folder of its own',
      numberOption({ least: 1, most: 30 }),
      1,
    )
    .option(
      '--slack <duration>',
      'time added to every time limit, such as 2s; a plain number is in seconds',
      durationOption({ unit: 'seconds', least: 0, most: 60, isFraction: true }),
      0,
    )
    .option(
      '--kills <number>',
      'how often the controller is killed while it writes',
      numberOption({ least: 1, most: 100 }),
      20,
    )
    .action((options: ConformanceOptions) =>
      options.list === true ? listChecks(shell) : checkController(shell, options),
    );
}

async function listChecks(shell: Shell): Promise<void> {
  const { checks } = await import('@setpoint/conformance');
  const rows = checks.map(({ id, title, bindings, profiles }) => ({ id, title, bindings, profiles }));
  const cells = rows.map(({ id, title, bindings, profiles }) => [id, title, bindings.join(', '), profiles.join(', ')]);
  shell.print(rows, tableText(['check', 'a controller …', 'bindings', 'profiles'], cells));
}

/** A wrong word in a pipeline must not look like a controller without a fault. */
function refuseEmpty(
  checks: readonly Pick<Check, 'id' | 'bindings' | 'profiles'>[],
  { only, binding, profile }: ConformanceOptions,
): void {
  if (only === undefined) return;
  const unknown = only.filter((id) => !checks.some((check) => check.id === id));
  if (unknown.length > 0) {
    const said = unknown.map((id) => JSON.stringify(id)).join(', ');
    throw new CliError(
      'usage',
      `There is no check ${said}. \`{setpoint} conformance --list\` shows them all.`,
      MISUSED,
    );
  }
  const isFit = ({ id, bindings, profiles }: (typeof checks)[number]): boolean =>
    only.includes(id) && bindings.includes(binding) && profiles.includes(profile);
  if (checks.some(isFit)) return;
  throw new CliError(
    'usage',
    `None of ${only.join(', ')} is a check for ${profile}, ${binding}: nothing was checked.`,
    MISUSED,
  );
}

const MISUSED = { exitCode: 2 } as const;

async function checkController(shell: Shell, options: ConformanceOptions): Promise<void> {
  const { checks, commandSubject, conformanceSummary, manualSubject, resultLine, runConformance, writeReports } =
    await import('@setpoint/conformance');
  const { binding, profile, pace, sideBySide, kills, only, command, report } = options;
  refuseEmpty(checks, options);
  const reading = createInterface({ input: process.stdin });
  const ask = async (text: string): Promise<void> => {
    shell.writeError(`${text}\nThen press Enter. `);
    await reading.question('');
  };
  const words = command?.split(' ').filter((word) => word !== '');
  const subject = words === undefined ? manualSubject(ask) : commandSubject({ words, environment: shell.environment });
  const startedAt = new Date().toISOString();
  shell.writeError(`Setpoint conformance ${manifest.version}: ${profile}, ${binding}\n`);
  const results = await runConformance({
    door: { binding, ...options.listen, certificate: certificateOf(options) },
    profile,
    subject,
    pace,
    slackMs: options.slack * 1_000,
    kills,
    sideBySide: words === undefined ? 1 : sideBySide,
    ...(only === undefined ? {} : { only }),
    onResult: (result) => shell.writeError(`${resultLine(result)}\n`),
  }).finally(() => reading.close());
  const controller = command ?? 'started by hand';
  const isPart = only !== undefined;
  const run = { toolVersion: manifest.version, startedAt, binding, profile, pace, controller, results, isPart };
  const summary = conformanceSummary(run);
  const files = report === undefined ? [] : writeReports(report, summary);
  const { passed, failed, skipped } = summary.counts;
  const text = [`${passed} passed, ${failed} failed, ${skipped} skipped: ${summary.verdict}`, ...files].join('\n');
  shell.print({ ...summary, results: results.map(({ evidence: _evidence, ...result }) => result), files }, text);
  if (failed > 0) throw new CliError('not_conformant', `The controller is not conformant: ${failed} checks failed.`);
}

function certificateOf({ tlsCert, tlsKey }: ConformanceOptions): { cert: string; key: string } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw badConfig('The checks were not begun:', ['--tls-cert and --tls-key belong together']);
  try {
    return { cert: readFileSync(tlsCert, 'utf8'), key: readFileSync(tlsKey, 'utf8') };
  } catch (cause) {
    throw badConfig('The checks were not begun:', [
      fileProblem(cause) ?? (cause instanceof Error ? cause.message : String(cause)),
    ]);
  }
}

function address(text: string): Address {
  const colon = text.lastIndexOf(':');
  const port = Number(text.slice(colon + 1));
  if (colon > 0 && Number.isInteger(port) && port >= 0 && port <= 65_535) return { host: text.slice(0, colon), port };
  throw new InvalidArgumentError('It must be a host and a port, such as 0.0.0.0:8883.');
}
