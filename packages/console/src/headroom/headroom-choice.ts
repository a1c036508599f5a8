import { dateView } from '../shell/view.ts';
import { type Hours, HOURS_OF_CLOCK } from './hours-view.ts';
import { KINDS, type KindId } from './kinds.ts';

/** What is asked, as the address names it. What it does not name has a default, which depends on the sites and the day. */
export interface HeadroomChoice extends Omit<Hours, 'day'> {
  readonly day: string | undefined;
  /** Empty where sites are chosen one by one. */
  readonly poolId: string;
  readonly siteIds: readonly string[] | undefined;
  readonly timeZone: string | undefined;
  /** In minutes. */
  readonly resolution: number;
  readonly kind: KindId;
}

/** 4 hours: what capacity is sold in. */
const DEFAULT_RESOLUTION = 240;
export const RESOLUTIONS = [
  { id: '15', label: 'Quarter hours' },
  { id: '60', label: 'Hours' },
  { id: '240', label: '4-hour blocks' },
] as const;

/** The choice that an address names; what cannot be read in it counts as left out. */
export function choiceFrom(query: URLSearchParams): HeadroomChoice {
  const day = query.get('day') ?? '';
  const fromHour = hourFrom(query.get('from'), { least: 0, most: HOURS_OF_CLOCK - 1, otherwise: 0 });
  const sites = query.get('sites');
  const step = RESOLUTIONS.find(({ id }) => id === query.get('step'));
  return {
    poolId: query.get('pool') ?? '',
    siteIds: sites === null ? undefined : sites.split(',').filter((siteId) => siteId !== ''),
    timeZone: zoneFrom(query.get('zone')),
    day: dateView(day, 'UTC') === undefined ? undefined : day,
    fromHour,
    toHour: hourFrom(query.get('to'), { least: fromHour + 1, most: HOURS_OF_CLOCK, otherwise: HOURS_OF_CLOCK }),
    resolution: step === undefined ? DEFAULT_RESOLUTION : Number(step.id),
    kind: KINDS.find(({ id }) => id === query.get('kind'))?.id ?? 'afrrImport',
  };
}

/** The part of the address that names a choice; what is as without it is left out. */
export function queryOf(choice: HeadroomChoice): URLSearchParams {
  const query = new URLSearchParams();
  if (choice.poolId !== '') query.set('pool', choice.poolId);
  if (choice.siteIds !== undefined) query.set('sites', choice.siteIds.join(','));
  if (choice.timeZone !== undefined) query.set('zone', choice.timeZone);
  if (choice.day !== undefined) query.set('day', choice.day);
  if (choice.fromHour !== 0) query.set('from', String(choice.fromHour));
  if (choice.toHour !== HOURS_OF_CLOCK) query.set('to', String(choice.toHour));
  if (choice.resolution !== DEFAULT_RESOLUTION) query.set('step', String(choice.resolution));
  if (choice.kind !== 'afrrImport') query.set('kind', choice.kind);
  return query;
}

function hourFrom(text: string | null, { least, most, otherwise }: Record<'least' | 'most' | 'otherwise', number>) {
  const hour = Number(text ?? '');
  return text !== null && Number.isInteger(hour) && hour >= least && hour <= most ? hour : otherwise;
}

function zoneFrom(text: string | null): string | undefined {
  try {
    return text === null ? undefined : new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
