import { type AddAlertRequest, ALERT_CHANNELS, ALERT_CONDITIONS, type Alert } from '@setpoint/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { namedSites, type WhichSites, withSites } from '../registry/which-sites.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { tableText } from '../text/table-text.ts';

type AddOptions = WhichSites & {
  readonly when: AddAlertRequest['condition'];
  readonly for: number;
  readonly by: AddAlertRequest['channel'];
  readonly to: string;
};

/** `setpoint alert …` */
export function alertCommands(program: Command, shell: Shell): void {
  const alert = program.command('alert').description('tell people by e-mail and chat of what lasts too long');
  withSites(alert.command('add').description('add an alert'))
    .argument('<name>', 'what people call it; messages begin with it')
    .addOption(new Option('--when <condition>', 'what is told').choices(ALERT_CONDITIONS).makeOptionMandatory())
    .addOption(
      new Option('--for <minutes>', 'how long it must be so; for credential_ending, how long before the end')
        .default(10)
        .argParser(minutesOf),
    )
    .addOption(new Option('--by <channel>', 'how it is sent').choices(ALERT_CHANNELS).makeOptionMandatory())
    .requiredOption('--to <target>', 'an https address, a routing key of PagerDuty, or a mailbox')
    .action((name: string, options: AddOptions) => addAlert(shell, name, options));
  alert
    .command('list')
    .description('list the alerts, and for what it is so now')
    .action(() => listAlerts(shell));
  const action = (name: string, description: string) =>
    alert.command(name).description(description).argument('<alert>', 'the id or name of the alert');
  action('snooze', 'send nothing for a while; what is still so then is told then')
    .argument('<until>', 'RFC 3339 with an offset, or `off`')
    .action(async (named: string, until: string) => {
      const { alertId, alertName } = await findAlert(shell, named);
      const end = until === 'off' ? null : until;
      await shell.client().alerts.snooze(alertId, end);
      shell.print(
        { alertId, snoozedUntil: end },
        end === null ? `${alertName} is sent.` : `${alertName} sleeps until ${end}.`,
      );
    });
  action('test', 'send a test message').action(async (named: string) => {
    const { alertId } = await findAlert(shell, named);
    const result = await shell.client().alerts.test(alertId);
    if (result.error !== '') throw new CliError('not_taken', result.error);
    shell.print(result, 'The message was taken.');
  });
  action('remove', 'remove an alert').action(async (named: string) => {
    const { alertId, alertName } = await findAlert(shell, named);
    await shell.client().alerts.remove(alertId);
    shell.print({ alertId, isRemoved: true }, `Removed the alert ${alertName}.`);
  });
}

async function addAlert(shell: Shell, alertName: string, options: AddOptions): Promise<void> {
  const { named, text } = await namedSites(shell, options);
  const { when: condition, for: minutes, by: channel, to: target } = options;
  const added = await shell.client().alerts.add({ alertName, condition, minutes, channel, target, ...named });
  const secret = added.secret === '' ? [] : [['secret', added.secret] as const];
  const fields = fieldsText([['alert id', added.alertId], ...secret]);
  const kept = added.secret === '' ? '' : ' Keep the secret: it is not shown again.';
  shell.print(added, `Added the alert ${alertName} on ${text}.${kept}\n${fields}`);
}

async function listAlerts(shell: Shell): Promise<void> {
  const list = await shell.client().alerts.list();
  const rows = list.alerts.map((alert) => [
    alert.alertId,
    alert.alertName,
    `${alert.condition} ${alert.minutes} min`,
    `${alert.channel} ${alert.target}`,
    stateText(alert),
  ]);
  const table = tableText(['ALERT ID', 'NAME', 'WHEN', 'TO', 'STATE'], rows);
  shell.print(list, rows.length === 0 ? 'There are no alerts.' : table);
}

function stateText({ firing, snoozedUntil, lastError }: Alert): string {
  const so = firing.length === 0 ? 'quiet' : `firing for ${firing.map(({ subjectName }) => subjectName).join(', ')}`;
  const snoozed = snoozedUntil === null ? '' : `, snoozed until ${snoozedUntil}`;
  return `${so}${snoozed}${lastError === '' ? '' : `, not taken: ${lastError}`}`;
}

async function findAlert(shell: Shell, named: string): Promise<Alert> {
  const { alerts } = await shell.client().alerts.list();
  const found = alerts.filter(({ alertId, alertName }) => alertId === named.toLowerCase() || alertName === named);
  const [one, ...more] = found;
  if (one === undefined) throw new CliError('not_found', `There is no alert ${JSON.stringify(named)}.`);
  if (more.length > 0) throw new CliError('ambiguous', `${found.length} alerts have this name; give the id.`);
  return one;
}

function minutesOf(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of minutes.');
  return Number(text);
}
