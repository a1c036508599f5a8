import type { ServiceNode } from '@setpoint/contract';
import type { Command } from 'commander';
import { withExamples } from '../shell/with-examples.ts';
import type { Shell } from '../shell/shell.ts';
import { instantText } from '../text/instant-text.ts';
import { type Columns, listText } from '../text/list-text.ts';
import { showStatus } from './show-status.ts';

/** `setpoint status` and `setpoint node` */
export function nodeCommands(program: Command, shell: Shell): void {
  withExamples(
    program
      .command('status')
      .description('show the state of the service: its version, nodes and store, and how many sites are online')
      .action(() => showStatus(shell)),
    'setpoint status',
    'setpoint status --json | jq .sites.online',
  );
  const node = program.command('node').description('show the processes of the service');
  withExamples(
    node
      .command('list')
      .description('list the nodes of the service, with their version, state and load')
      .action(() => listNodes(shell)),
    'setpoint node list',
  );
}

const COLUMNS: Columns<ServiceNode> = {
  'NODE ID': ({ nodeId }) => nodeId,
  NAME: ({ nodeName }) => nodeName ?? '-',
  STATE: ({ state, isChosen }) => (isChosen ? `${state}, chosen` : state),
  VERSION: ({ softwareVersion }) => softwareVersion ?? '-',
  STARTED: ({ startedAt }) => instantText(startedAt),
  SEEN: ({ seenAt }) => instantText(seenAt),
  CONTROLLERS: ({ controllers }) => String(controllers),
  COMMIT: ({ commitMs }) => msText(commitMs),
  'EVENT LOOP': ({ eventLoopDelayMs }) => msText(eventLoopDelayMs),
};

async function listNodes(shell: Shell): Promise<void> {
  const list = await shell.client().overview.listNodes();
  shell.print(list, `${listText(list.nodes, COLUMNS)}\nTimes are UTC.`);
}

function msText(ms: number | null): string {
  return ms === null ? '-' : `${Math.round(ms * 10) / 10} ms`;
}
