import { type Acknowledgement, actorText, type Problem, PROBLEMS } from '@setpoint/contract';
import { Argument, type Command } from 'commander';
import { findOne } from '../shell/find-one.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { endOf, endOption } from '../shell/end-option.ts';
import { type Columns, listText } from '../text/list-text.ts';

const PROBLEM =
  'such as offline, behind, rejected, deviating, trouble:CODE or issue:CODE; `setpoint site show` names those of a site';

/** `setpoint site acknowledge` and `setpoint site acknowledged` */
export function acknowledgeCommands(site: Command, shell: Shell): void {
  site
    .command('acknowledge')
    .description('note that you take care of a problem; the console lists it apart until then, or until it begins anew')
    .argument('<site>', 'the id or name of the site, or its beginning')
    .addArgument(new Argument('<problem>', PROBLEM).choices(PROBLEMS))
    .argument('[time]', 'a duration such as 2h, or the time at which it ends; `off` takes it back', endOption, '8h')
    .option('--note <text>', 'a note for the others')
    .action((named: string, problem: Problem, ...[time, { note }]: [string, { note?: string }]) =>
      acknowledge(shell, { named, problem, until: endOf(time), ...(note === undefined ? {} : { note }) }),
    );
  site
    .command('acknowledged')
    .description('list the acknowledged problems')
    .action(() => listAcknowledged(shell));
}

interface Acknowledging {
  readonly named: string;
  readonly problem: Problem;
  readonly until: string | null;
  readonly note?: string;
}

async function acknowledge(shell: Shell, { named, ...request }: Acknowledging): Promise<void> {
  const { siteId, siteName } = await findOne(shell, 'site', named);
  await shell.client().acknowledgements.put({ siteIds: [siteId], ...request });
  const { problem, until } = request;
  const text = until === null ? 'is no longer acknowledged' : `is acknowledged until ${until}`;
  shell.print({ siteId, problem, until }, `${problem} at ${siteName} ${text}.`);
}

async function listAcknowledged(shell: Shell): Promise<void> {
  const client = shell.client();
  const acknowledgements = await collect(client.acknowledgements.list());
  const names = new Map((await client.listSites()).map(({ siteId, siteName }) => [siteId, siteName]));
  const columns: Columns<Acknowledgement> = {
    SITE: ({ siteId }) => names.get(siteId) ?? siteId,
    PROBLEM: ({ problem }) => problem,
    UNTIL: ({ until }) => until,
    BY: ({ actor }) => (actor === null ? '-' : actorText(actor)),
    NOTE: ({ note }) => note ?? '',
  };
  shell.print({ acknowledgements }, listText(acknowledgements, columns, 'No problem is acknowledged.'));
}
