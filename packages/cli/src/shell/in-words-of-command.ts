import type { Command } from 'commander';

/** What people wrote for a field of the interface: an option, or an argument, the first that the command has. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  siteName: ['name'],
  clientName: ['name'],
  poolName: ['name'],
  alertName: ['name'],
  groupName: ['name'],
  personName: ['name'],
  siteId: ['id', 'site'],
  poolId: ['id', 'pool'],
  clientId: ['client'],
  scopes: ['scope'],
  endsAt: ['until'],
  until: ['until', 'time'],
  validUntil: ['for'],
  minutes: ['for'],
  condition: ['when'],
  channel: ['by'],
  target: ['to'],
  rampKwPerSecond: ['ramp'],
  certificateThumbprint: ['certificate'],
  certificateThumbprints: ['certificates'],
};

const OF_FIELD = /^([a-z]\w*): (.+)$/s;
const OF_QUERY = /^([a-z]\w*) ((?:must|may|is)\b.*)$/s;
const OF_WINDOW = /^from and to (.+)$/s;
const EMPTY_CHANGE = /^body: must NOT have fewer than 1 properties/;

/** A refusal of the service with the options and arguments of the command in place of the fields of the interface. */
export function inWordsOfCommand(message: string, command: Command | undefined): string {
  if (command === undefined) return message;
  if (EMPTY_CHANGE.test(message)) return `Say what to change: ${changesOf(command).join(', ')}.`;
  const ofBoth = OF_WINDOW.exec(message)?.[1];
  if (ofBoth !== undefined) return `--from and --to: ${ofBoth}`;
  return fieldInWords(message, command) ?? message;
}

function fieldInWords(message: string, command: Command): string | undefined {
  const [, field = '', rule = ''] = OF_FIELD.exec(message) ?? OF_QUERY.exec(message) ?? [];
  const written = writtenAs(field, command);
  return written === undefined ? undefined : `${written}: ${plain(rule, command)}`;
}

/** `--until`, or `NAME` for an argument. */
function writtenAs(field: string, command: Command): string | undefined {
  for (const name of WRITTEN_AS[field] ?? [field]) {
    const option = command.options.find((one) => one.attributeName() === name);
    if (option?.long != null) return option.long;
    const argument = command.registeredArguments.find((one) => one.name() === name);
    if (argument !== undefined) return argument.name().toUpperCase();
  }
  return undefined;
}

function changesOf(command: Command): string[] {
  return command.options.flatMap(({ long }) => long ?? []);
}

/** Rules as people put them. */
function plain(rule: string, command?: Command): string {
  return rule
    .replace(/^must NOT have fewer than 1 characters/, 'must not be empty')
    .replace(/^must NOT have more than (\d+) characters/, 'must have at most $1 characters')
    .replace(/^must be <= /, 'must be at most ')
    .replace(/^must be >= /, 'must be at least ')
    .replace(/^must be > /, 'must be above ')
    .replace(/\bafter (from|at)\b/, (whole, field: string) => {
      const other = command === undefined ? undefined : writtenAs(field, command);
      return other === undefined ? whole : `after ${other}`;
    });
}
