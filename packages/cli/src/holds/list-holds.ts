import { actorText, type Actor, type Hold, type HoldCounts } from '@setpoint/contract';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { coveredText } from './covered-text.ts';

/** A hold; with how many sites have confirmed it, while it is open. */
type Listed = Hold & { readonly counts?: HoldCounts };

export async function listHolds(shell: Shell, state: 'open' | 'released'): Promise<void> {
  const { holds } = shell.client();
  const isOver = state === 'released';
  const found: Listed[] = await collect(holds.list(state));
  if (!isOver) {
    for (const [index, hold] of found.entries()) {
      found[index] = { ...hold, counts: (await holds.read(hold.holdId)).counts };
    }
  }
  const rows = found.map((hold) => [
    hold.holdId,
    coveredText(hold),
    hold.counts === undefined ? hold.state : confirmedText(hold.counts),
    hold.createdAt,
    doerText(hold.actor),
    ...(isOver ? [hold.releasedAt ?? '-', doerText(hold.releasedBy)] : []),
    hold.reason ?? '',
  ]);
  const third = isOver ? 'STATE' : 'CONFIRMED';
  const columns = ['HOLD ID', 'COVERS', third, 'MADE', 'BY', ...(isOver ? ['RELEASED', 'BY'] : []), 'REASON'];
  const none = isOver ? 'No hold has been released yet.' : 'Nothing is held.';
  shell.print({ holds: found }, rows.length === 0 ? none : tableText(columns, rows));
}

function confirmedText({ sites, confirmed, notStopped, remaining }: HoldCounts): string {
  const lost = notStopped === 0 ? '' : `, ${notStopped} not reached`;
  return `${confirmed} of ${sites + remaining} sites${lost}`;
}

/** Who was removed since has no name any more. */
function doerText(actor: Actor | null): string {
  return actor === null ? '-' : actorText(actor);
}
