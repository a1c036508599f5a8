import type { Environment, SettingsReader } from '../wire/settings-reader.ts';
import { nearestName } from './nearest-name.ts';
import { SHARE_NAMES, type ShareName, SHARES, type Shares } from './shares.ts';

const SETTING = 'SETPOINT_SHARES';
const EXAMPLE = 'client-streams=512';

/**
 * The shares of the table, but for those that are set, such as `client-streams=512,key-polls=4`. The variable that a
 * share was before counts where the list does not name it.
 */
export function readShares(read: SettingsReader, environment: Environment = {}): Shares {
  const given = new Map<ShareName, number>();
  for (const part of read.list(SETTING)) {
    const share = readShare(part);
    if (typeof share === 'string') read.refuse(`${SETTING}: ${share}`);
    else if (given.has(share.name)) read.refuse(`${SETTING}: ${share.name} is set twice`);
    else given.set(share.name, share.most);
  }
  for (const name of SHARE_NAMES.filter((one) => !given.has(one))) {
    if (environment[formerOf(name)] === undefined) continue;
    const most = read.integer(formerOf(name), undefined, SHARES[name]);
    if (most !== undefined) given.set(name, most);
  }
  return sharesWith(given);
}

// Each name of the table is there, since it is made of them all.
function sharesWith(given: ReadonlyMap<ShareName, number>): Shares {
  const shares = SHARE_NAMES.map((name) => [name, given.get(name) ?? SHARES[name].byDefault]);
  return Object.fromEntries(shares) as Shares;
}

/** Or what is wrong with it. */
function readShare(part: string): { readonly name: ShareName; readonly most: number } | string {
  const at = part.indexOf('=');
  if (at === -1) return `${JSON.stringify(part)} has no number, such as ${EXAMPLE}`;
  const [text, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  const name = SHARE_NAMES.find((one) => one === text);
  if (name === undefined) {
    return `there is no share ${JSON.stringify(text)}; the nearest is ${nearestName(text, SHARE_NAMES)}`;
  }
  const { min, max } = SHARES[name];
  if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return { name, most: Number(value) };
  return `${name}=${JSON.stringify(value)} is not a whole number from ${min} to ${max}`;
}

/** What to write in the place of variables that were settings by themselves, while they still count. */
export function movedToShares(environment: Environment): readonly string[] {
  const moved = SHARE_NAMES.filter((name) => environment[formerOf(name)] !== undefined);
  if (moved.length === 0) return [];
  const parts = moved.map((name) => `${name}=${environment[formerOf(name)]}`);
  const written = [environment[SETTING], ...parts].filter((part) => part !== undefined && part !== '');
  return [
    `${moved.map(formerOf).join(' and ')} will end with the next minor version: set ${SETTING}=${written.join(',')}`,
  ];
}

function formerOf(name: ShareName): string {
  return `SETPOINT_${name.toUpperCase().replaceAll('-', '_')}`;
}
