import { assetLabel } from '../words/asset-label.ts';
import { issueText } from '../words/issue-text.ts';
import { pairLabel } from '../words/pair-label.ts';
import { exactPowerText } from '../words/power-text.ts';
import { troubleText } from '../words/trouble-text.ts';
import type { SiteEvent } from './use-site-events.ts';

const CHANGES: Readonly<Record<string, string>> = {
  added: 'The site was added',
  removed: 'The site was removed',
  edited: 'The site was edited',
  held: 'Held',
  released: 'A hold was released',
  joined: 'Joined a pool',
  left: 'Left a pool',
};

/** How a pool is named in a sentence. */
export type PoolName = (poolId: string) => string;

type Texts = {
  readonly [Type in SiteEvent['type']]: (data: Extract<SiteEvent, { type: Type }>['data'], nameOf: PoolName) => string;
};

const TEXTS: Texts = {
  'site.offline': ({ reason }) =>
    reason === 'silent' ? 'Offline: no report came in time' : 'Offline: the connection closed',
  'site.online': () => 'Online again',
  'site.changed': ({ change, poolId }, nameOf) => {
    const text = CHANGES[change] ?? change;
    return poolId === undefined ? text : text.replace('a pool', nameOf(poolId));
  },
  'site.trouble': (data) => (data.isOver ? `Ended: ${trouble(data)}` : trouble(data)),
  'command.rejected': (data) =>
    `${pairLabel(data)} rejected by the controller${data.message === null ? '' : `: ${data.message}`}`,
  'command.limited': (data) => `${pairLabel(data)} is served ${data.isOver ? 'in full again' : 'in part only'}`,
  'entry.missed': (data) => `${pairLabel(data)} of ${data.value} was not applied`,
  'following.deviating': ({ asset, value }) => `${assetLabel(asset)} did not follow ${exactPowerText(value)}`,
  'plan.issue': ({ code }) => issueText(code),
};

/** An event of a site, as a sentence without its full stop. */
export function eventText({ type, data }: SiteEvent, nameOf: PoolName): string {
  return textFor(type)(data, nameOf);
}

// The type of an event decides about its data, which a table cannot show to the compiler.
function textFor(type: SiteEvent['type']): (data: SiteEvent['data'], nameOf: PoolName) => string {
  return TEXTS[type] as (data: SiteEvent['data'], nameOf: PoolName) => string;
}

function trouble({ message: _inWords, ...rest }: Parameters<Texts['site.trouble']>[0]): string {
  return troubleText(rest);
}
