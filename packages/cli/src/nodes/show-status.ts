import type { SetpointClient } from '@setpoint/client';
import type { NodeStatus } from '@setpoint/contract';
import { callerUrl } from '../shell/find-caller.ts';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';
import { fieldsText } from '../text/fields-text.ts';
import { instantText } from '../text/instant-text.ts';

interface SiteCounts {
  readonly total: number;
  readonly online: number;
  readonly inSync: number;
  readonly withTroubles: number;
}

/** The service as a whole: what runs, and how its sites are. */
export async function showStatus(shell: Shell): Promise<void> {
  const { overview } = shell.client();
  const [status, { nodes }, sites] = await Promise.all([
    overview.readStatus(),
    overview.listNodes(),
    countSites(overview),
  ]);
  const url = callerUrl(shell.environment);
  const serving = nodes.filter(({ state }) => state === 'serving').length;
  const version: [string, string][] = status.softwareVersion === null ? [] : [['version', status.softwareVersion]];
  const fields = fieldsText([
    ['service', url],
    ...version,
    ['started', `${instantText(status.startedAt)} UTC`],
    ['nodes', `${serving} of ${nodes.length} serving`],
    ['store', `${status.store}, ${status.isWritable ? 'writable' : 'NOT WRITABLE'}${writeText(status.writeMs)}`],
    ...(status.clockProblem ? [['clock', status.clockProblem] satisfies [string, string]] : []),
    ...mqttFields(status),
    ['sites', sitesText(sites)],
  ]);
  shell.print({ url, status, nodes: { total: nodes.length, serving }, sites }, fields);
}

async function countSites(overview: SetpointClient['overview']): Promise<SiteCounts> {
  const counts = { total: 0, online: 0, inSync: 0, withTroubles: 0 };
  for await (const page of overview.pages()) {
    for (const { isOnline, state, troubles } of page.sites) {
      counts.total += 1;
      if (isOnline) counts.online += 1;
      if (state === 'in_sync') counts.inSync += 1;
      if (troubles.length > 0) counts.withTroubles += 1;
    }
  }
  return counts;
}

function sitesText({ total, online, inSync, withTroubles }: SiteCounts): string {
  if (total === 0) return 'none that you can see';
  return `${total}: ${online} online, ${inSync} in sync, ${withTroubles} with troubles`;
}

// A service of an earlier release says none of them.
function mqttFields({
  mqttControllers,
  mqttConnections,
  mostMqttConnections,
}: Partial<NodeStatus>): [string, string][] {
  if (typeof mqttControllers !== 'number' || typeof mqttConnections !== 'number' || !mostMqttConnections) return [];
  const connections = `${mqttConnections} of ${countText(mostMqttConnections, 'connection')}`;
  return [['MQTT', `${countText(mqttControllers, 'controller')}, ${connections}`]];
}

function writeText(writeMs: number | null): string {
  return writeMs === null ? '' : ` (a write takes ${Math.round(writeMs * 10) / 10} ms)`;
}
