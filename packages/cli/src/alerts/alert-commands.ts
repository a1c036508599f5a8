import { type AddAlertRequest, ALERT_CHANNELS, ALERT_CONDITIONS, type Alert } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { namedSites, type WhichSites, withSites } from '../registry/which-sites.ts';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { durationOption } from '../shell/duration-option.ts';
import { chooseNamed } from '../shell/choose-named.ts';
import { noteChosen } from '../shell/find-one.ts';
import { confirmRemoval } from '../shell/confirm-removal.ts';
import { withExamples } from '../shell/with-examples.ts';

const MINUTES = durationOption({ unit: 'minutes', least: 0, most: 999_999 });

type AddOptions = WhichSites & {
  readonly when: AddAlertRequest['condition'];
  readonly for: number;
  readonly by: AddAlertRequest['channel'];
  readonly to: string;
};

type ChangeOptions = WhichSites & { readonly name?: string; readonly for?: number; readonly to?: string };

/** `setpoint alert …` */
export function alertCommands(program: Command, shell: Shell): void {
  const alert = program.command('alert').description('notify people by e-mail or chat when a problem lasts');
  withExamples(
    withSites(alert.command('add').description('add an alert'))
      .argument('<name>', 'its name; messages begin with it')
      .addOption(new Option('--when <condition>', 'the condition').choices(ALERT_CONDITIONS).makeOptionMandatory())
      .addOption(
        new Option(
          '--for <duration>',
          'how long the condition must last, such as 15m; for credential_ending, how long before the end; a plain number is in minutes',
        )
          .default(10, '10m')
          .argParser(MINUTES),
      )
      .addOption(new Option('--by <channel>', 'how it is sent').choices(ALERT_CHANNELS).makeOptionMandatory())
      .requiredOption('--to <target>', 'an https address, a routing key of PagerDuty, or a mailbox')
      .action((name: string, options: AddOptions) => addAlert(shell, name, options)),
    'setpoint alert add Night --when offline --for 15m --all-sites --by email --to desk@example.com',
  );
  withSites(alert.command('change').description('change an alert; options that are left out stay as they are'), {
    isOptional: true,
  })
    .argument('<alert>', 'the id or name of the alert, or its beginning')
    .option('--name <name>', 'its new name')
    .option('--for <duration>', 'how long the condition must last, such as 15m; a plain number is in minutes', MINUTES)
    .option('--to <target>', 'its new target, as its channel needs it')
    .action((named: string, options: ChangeOptions) => changeAlert(shell, named, options));
  alert
    .command('list')
    .description('list the alerts and what each is firing for')
    .action(() => listAlerts(shell));
  const action = (name: string, description: string) =>
    alert.command(name).description(description).argument('<alert>', 'the id or name of the alert, or its beginning');
  action('test', 'send a test message').action(async (named: string) => {
    const { alertId } = await findAlert(shell, named);
    const result = await shell.client().alerts.test(alertId);
    if (result.error !== '') throw new CliError('not_taken', result.error);
    shell.print(result, 'The test message was accepted.');
  });
  const remove = action('remove', 'remove an alert').option('--yes', 'do not ask for confirmation');
  remove.action(async (named: string, { yes }: { yes?: true }) => {
    const { alertId, alertName } = await findAlert(shell, named);
    const removal = { noun: 'alert', id: alertId, name: alertName, losing: 'with its recipients', typed: named };
    await confirmRemoval({ ...removal, isSure: yes === true });
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

async function changeAlert(shell: Shell, named: string, options: ChangeOptions): Promise<void> {
  const { name: alertName, for: minutes, to: target, site, pool, allSites } = options;
  const isElsewhere = site !== undefined || pool !== undefined || allSites !== undefined;
  const change = {
    ...(alertName === undefined ? {} : { alertName }),
    ...(minutes === undefined ? {} : { minutes }),
    ...(target === undefined ? {} : { target }),
    ...(isElsewhere ? (await namedSites(shell, options)).named : {}),
  };
  if (Object.keys(change).length === 0)
    throw new CliError('bad_request', 'Say what to change: --name, --for, --to or the sites.');
  const { alertId } = await findAlert(shell, named);
  const changed = await shell.client().alerts.change(alertId, change);
  shell.print(
    changed,
    `Changed the alert ${changed.alertName}: ${whenText(changed)}, ${changed.channel} ${changed.target}.`,
  );
}

function whenText({ condition, minutes }: Alert): string {
  return `${condition} ${minutes} min`;
}

async function listAlerts(shell: Shell): Promise<void> {
  const list = await shell.client().alerts.list();
  const columns: Columns<Alert> = {
    'ALERT ID': ({ alertId }) => alertId,
    NAME: ({ alertName }) => alertName,
    WHEN: whenText,
    SITES: whichText,
    TO: ({ channel, target }) => `${channel} ${target}`,
    STATE: stateText,
  };
  shell.print(list, listText(list.alerts, columns, 'There are no alerts.'));
}

function whichText({ siteId, poolId }: Alert): string {
  if (poolId !== undefined) return `pool ${poolId}`;
  return siteId ?? 'all';
}

const MOST_NAMED = 5;

function stateText({ firing, firingCount, lastError }: Alert): string {
  const named = firing.slice(0, MOST_NAMED).map(({ subjectName, since }) => `${subjectName} since ${since}`);
  const more = firingCount > named.length ? ` and ${firingCount - named.length} more` : '';
  const state = firingCount === 0 ? 'quiet' : `firing for ${named.join(', ')}${more}`;
  return `${state}${lastError === '' ? '' : `, not delivered: ${lastError}`}`;
}

async function findAlert(shell: Shell, text: string): Promise<Alert> {
  const { alerts: items } = await shell.client().alerts.list();
  const names = ({ alertId, alertName }: Alert) => [alertId, alertName] as const;
  const { item, isByBeginning } = chooseNamed({ noun: 'alert', text, items, names });
  if (isByBeginning) noteChosen(shell, { noun: 'alert', text, names: names(item) });
  return item;
}
