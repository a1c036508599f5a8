import { CATALOGUE, type CatalogueRow } from '@setpoint/contract';
import { CliError } from '../shell/cli-error.ts';
import { nearestNames } from '../shell/nearest-names.ts';

type Pair = (typeof CATALOGUE)[number];

/** The command that somebody names: `grid.activePowerkW`, `grid/activePowerkW`, in any case. */
export function pairOf(text: string): Pair {
  const wanted = text.trim().toLowerCase().replace(/[/:]/, '.');
  const found = CATALOGUE.find((row) => dotted(row).toLowerCase() === wanted);
  if (found !== undefined) return found;
  const near = nearestNames(wanted, CATALOGUE.map(dotted)).map((name) => JSON.stringify(name));
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const example = near.length === 0 ? ' One is grid.activePowerkW; docs/look-up/signs-and-units.md lists them.' : '';
  throw new CliError('usage', `There is no command ${JSON.stringify(text)}.${meant}${example}`, { exitCode: 2 });
}

/** `grid.activePowerkW` */
export function dotted(pair: Pick<CatalogueRow, 'asset'> & { readonly type: string }): string {
  return `${pair.asset}.${pair.type}`;
}
