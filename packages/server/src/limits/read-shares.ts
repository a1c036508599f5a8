import type { SettingsReader } from '../wire/settings-reader.ts';
import { nearestName } from './nearest-name.ts';
import { SHARE_NAMES, type ShareName, SHARES, type Shares } from './shares.ts';

const SETTING = 'SETPOINT_SHARES';
const EXAMPLE = 'client-streams=512';

/** The shares of the table, but for those that are set, such as `client-streams=512,key-calls-per-minute=600`. */
export function readShares(read: SettingsReader): Shares {
  const given = new Map<ShareName, number>();
  for (const part of read.list(SETTING)) {
    const share = readShare(part);
    if (typeof share === 'string') read.refuse(`${SETTING}: ${share}`);
    else if (given.has(share.name)) read.refuse(`${SETTING}: ${share.name} is set twice`);
    else given.set(share.name, share.most);
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
