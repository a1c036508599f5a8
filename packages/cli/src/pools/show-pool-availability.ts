import { kilowattText } from '../text/kilowatt-text.ts';
import type { PoolAvailability, PoolAvailabilitySum } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';

const HEAD = ['', 'BOOKED', 'AVAILABLE', 'IN 30 S', 'IN 300 S', 'IN 750 S', 'LASTS', 'WHAT BINDS'];

export async function showPoolAvailability(
  shell: Shell,
  poolId: string,
  { follow }: { readonly follow?: true },
): Promise<void> {
  const { pools } = shell.client();
  if (follow !== true) {
    const now = await pools.availability(poolId);
    shell.print(now, availabilityText(now));
    return;
  }
  for await (const sum of pools.watchAvailability(poolId)) shell.print(sum, availabilityText(sum));
}

function availabilityText(sum: PoolAvailabilitySum | PoolAvailability): string {
  const rows = [rowOf('import', sum.import), rowOf('export', sum.export)];
  return `${sum.at}, ${sum.memberCount} members\n${tableText(HEAD, rows)}`;
}

function rowOf(direction: string, figures: PoolAvailabilitySum['import']): string[] {
  const { bookedkW, availablekW, in30sKw, in300sKw, in750sKw, enduranceMinutes, binds } = figures;
  const powers = [bookedkW, availablekW, in30sKw, in300sKw, in750sKw].map(kilowattText);
  const lasts = enduranceMinutes === null ? '' : `${enduranceMinutes} min`;
  return [direction, ...powers, lasts, binds.map(({ because, members }) => `${because} (${members})`).join(', ')];
}
