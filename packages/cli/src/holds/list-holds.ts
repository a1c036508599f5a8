import type { Hold } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { coveredText } from './covered-text.ts';

export async function listHolds(shell: Shell, state: 'open' | 'released'): Promise<void> {
  const found: Hold[] = [];
  for await (const hold of shell.client().holds.list(state)) found.push(hold);
  const rows = found.map((hold) => [hold.holdId, coveredText(hold), hold.state, hold.createdAt, hold.reason ?? '']);
  const none = state === 'open' ? 'Nothing is held.' : 'No hold has been released yet.';
  shell.print(
    { holds: found },
    rows.length === 0 ? none : tableText(['HOLD ID', 'COVERS', 'STATE', 'MADE', 'REASON'], rows),
  );
}
