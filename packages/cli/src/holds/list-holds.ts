import { actorText, type Actor } from '@setpoint/contract';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { coveredText } from './covered-text.ts';

export async function listHolds(shell: Shell, state: 'open' | 'released'): Promise<void> {
  const found = await collect(shell.client().holds.list(state));
  const isOver = state === 'released';
  const rows = found.map((hold) => [
    hold.holdId,
    coveredText(hold),
    hold.state,
    hold.createdAt,
    doerText(hold.actor),
    ...(isOver ? [hold.releasedAt ?? '-', doerText(hold.releasedBy)] : []),
    hold.reason ?? '',
  ]);
  const columns = ['HOLD ID', 'COVERS', 'STATE', 'MADE', 'BY', ...(isOver ? ['RELEASED', 'BY'] : []), 'REASON'];
  const none = isOver ? 'No hold has been released yet.' : 'Nothing is held.';
  shell.print({ holds: found }, rows.length === 0 ? none : tableText(columns, rows));
}

/** Who was removed since has no name any more. */
function doerText(actor: Actor | null): string {
  return actor === null ? '-' : actorText(actor);
}
