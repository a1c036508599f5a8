import { kilowattText } from '../text/kilowatt-text.ts';
import type { DeviceTreeNode, RegisteredSite, SiteDelivery, SiteOverview } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { countText } from '../text/count-text.ts';
import { fieldsText } from '../text/fields-text.ts';
import { instantText } from '../text/instant-text.ts';

type Field = [string, string];

/** One site: how it is now, what runs there, and what is wrong. */
export async function showSite(shell: Shell, site: RegisteredSite): Promise<void> {
  const { overview } = shell.client();
  const { siteId } = site;
  const [{ sites }, delivery, { devices }] = await Promise.all([
    overview.of([siteId]),
    overview.readDelivery(siteId),
    overview.readDevices(siteId),
  ]);
  const [now] = sites;
  const fields: Field[] = [
    ['name', site.siteName],
    ['site id', siteId],
    ['time zone', site.timeZone],
    ['added', utc(site.createdAt)],
    ...(site.notes === '' ? [] : [['notes', site.notes] satisfies Field]),
    ['presence', presenceText(delivery)],
    ['schedule', scheduleText(delivery)],
    ...(now === undefined ? [] : stateFields(now)),
    ['devices', devices === null ? 'none reported yet' : countText(deviceCount(devices), 'device')],
    ...troubleFields(delivery),
  ];
  shell.print({ ...site, overview: now ?? null, delivery, devices }, fieldsText(fields));
}

const utc = (instant: string) => `${instantText(instant)} UTC`;

function presenceText({ isOnline, reportedAt }: SiteDelivery): string {
  const last = reportedAt === null ? 'never reported' : `last report ${utc(reportedAt)}`;
  return `${isOnline ? 'online' : 'offline'}, ${last}`;
}

function scheduleText({ state, version, appliedVersion }: SiteDelivery): string {
  const applied = appliedVersion === null || appliedVersion === version ? '' : `, the controller has ${appliedVersion}`;
  return `version ${version}, ${state}${applied}`;
}

function stateFields({ powerkW, socPcnt, running, reserves, issues }: SiteOverview): Field[] {
  const power = Object.entries(powerkW).map(([asset, kW]) => `${asset} ${kilowattText(kW)}`);
  const charge = socPcnt === null ? [] : [`charge ${socPcnt} %`];
  const commands = running.map(({ asset, type, value, endAt }) => `${asset}.${type} ${value} until ${utc(endAt)}`);
  const { importkW, exportkW } = reserves;
  return [
    ['measured', [...power, ...charge].join(', ') || 'nothing reported'],
    ['running', commands.join('; ') || 'nothing is set for now'],
    ...(importkW + exportkW === 0
      ? []
      : [['reserved', `${importkW} kW import, ${exportkW} kW export`] satisfies Field]),
    ...issues.map(({ code, from }): Field => ['in the plan', `${code} from ${utc(from)}`]),
  ];
}

function troubleFields({ troubles, commands, lastProtocolError }: SiteDelivery): Field[] {
  const rejected = commands.filter(({ state }) => state === 'rejected');
  const refused: Field[] =
    lastProtocolError === null
      ? []
      : [['refused', `a report, ${utc(lastProtocolError.at)}: ${lastProtocolError.reason}`]];
  return [
    ...troubles.map(({ code, since, message }): Field => {
      return ['trouble', `${code} since ${utc(since)}${message === undefined ? '' : `: ${message}`}`];
    }),
    ...rejected.map(({ asset, type, code, message }): Field => {
      return ['rejected', `${asset}.${type}: ${[code, message].filter((part) => part !== null).join(', ')}`];
    }),
    ...refused,
  ];
}

/** Dispatchers and groups are no devices. */
function deviceCount({ node_type: kind, children }: DeviceTreeNode): number {
  return children.reduce((count, child) => count + deviceCount(child), kind === 'Device' ? 1 : 0);
}
