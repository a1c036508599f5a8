import type { MemberRoleName, Pool, PoolMember } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import { findOne } from '../shell/find-one.ts';
import { numberOption } from '../shell/number-option.ts';
import type { Shell } from '../shell/shell.ts';
import { timeOption } from '../shell/time-option.ts';
import { withExamples } from '../shell/with-examples.ts';
import { sentence } from '../text/printable.ts';
import { collect } from '../shell/only-one.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { timesHere, timesIn } from '../shell/times-in.ts';

interface ListedOptions {
  readonly at?: string;
  readonly knownAt?: string;
}

const COLUMNS: Columns<PoolMember> = {
  'SITE ID': ({ siteId }) => siteId,
  NAME: ({ siteName }) => siteName ?? '(removed)',
  FROM: ({ from }) => from,
  TO: ({ to }) => to ?? 'never',
  ROLE: ({ role }) => role,
  RANK: ({ rank }) => String(rank),
  'KW PER S': ({ rampKwPerSecond }) => (rampKwPerSecond === null ? 'at once' : String(rampKwPerSecond)),
};

async function listMembers(shell: Shell, poolId: string, options: ListedOptions): Promise<void> {
  const members = await collect(shell.client().pools.members(poolId, timesHere(options)));
  shell.print({ poolId, members }, listText(members, COLUMNS, 'The pool has no such members.'));
}

const SITE = 'the id or name of a site, or its beginning';
const RANK = numberOption({ least: 0, most: 1_000_000, isWhole: true });

/** `setpoint pool member …` */
export function memberCommands(pool: Command, shell: Shell): void {
  const member = pool.command('member').description('manage the sites that are members of a pool');
  const one = commandsOn(member, shell, 'pool');
  one('list', 'list the present and future members', ({ poolId }, options: ListedOptions) =>
    listMembers(shell, poolId, options),
  )
    .addOption(timeOption('--at <time>', 'only the members at this time'))
    .addOption(timeOption('--known-at <time>', 'as known at this time, ignoring later changes'));
  const add = one(
    'add',
    'add a site to a pool, or change its dates and role',
    (found, site: string, options: JoinOptions) => joinPool(shell, found, site, options),
  )
    .argument('<site>', SITE)
    .addOption(timeOption('--from <time>', 'when the membership begins (default: now)'))
    .addOption(timeOption('--to <time>', 'when it ends (default: never)'))
    .addOption(
      new Option('--role <role>', 'backup members give only what the primary ones cannot')
        .choices(['primary', 'backup'] satisfies MemberRoleName[])
        .default('primary'),
    )
    .addOption(new Option('--rank <number>', 'with the split merit, the lowest comes first').argParser(RANK))
    .addOption(
      new Option('--ramp <kW per second>', 'how fast the site changes its power').argParser(numberOption({ above: 0 })),
    );
  one('remove', 'end the membership of a site, now', async ({ poolId, poolName }, site: string) => {
    const client = shell.client();
    const { siteId, siteName } = await findOne(shell, 'site', site);
    await client.pools.removeMember(poolId, siteId);
    const text = sentence`${siteName} (${siteId}) is no member of ${poolName} any more.`;
    shell.print({ poolId, siteId, isMember: false }, text);
  }).argument('<site>', SITE);
  withExamples(add, 'setpoint pool member add "aFRR north" "Nordhafen 1" --from tomorrow --ramp 40');
}

interface JoinOptions {
  readonly from?: string;
  readonly to?: string;
  readonly role?: MemberRoleName;
  readonly rank?: number;
  readonly ramp?: number;
}

async function joinPool(shell: Shell, { poolId, poolName }: Pool, site: string, options: JoinOptions): Promise<void> {
  const client = shell.client();
  const { siteId, siteName, timeZone } = await findOne(shell, 'site', site);
  const { ramp, ...rest } = timesIn(options, timeZone);
  const wanted = { ...rest, ...(ramp === undefined ? {} : { rampKwPerSecond: ramp }) };
  const member = await client.pools.putMember(poolId, siteId, wanted);
  const until = member.to === null ? '' : ` until ${member.to}`;
  const text = sentence`${siteName} (${siteId}) is a member of ${poolName} from ${member.from}${until}.`;
  shell.print({ poolId, ...member }, text);
}
