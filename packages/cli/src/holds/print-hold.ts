import type { HoldStatus } from '@setpoint/contract';
import type { HoldCalls } from '@setpoint/client';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';
import { countsText } from './counts-text.ts';
import { coveredText } from './covered-text.ts';

const LISTED = 50;

export async function printHold(shell: Shell, holds: HoldCalls, status: HoldStatus): Promise<void> {
  const { sites: _sites, nextCursor: _cursor, ...told } = status;
  const notStopped = await collect(holds.sites(status.holdId, 'not_stopped'));
  const lines = [`Hold ${status.holdId}: ${coveredText(status)}. ${countsText(status)}.`];
  if (notStopped.length > 0) {
    const rows = notStopped.slice(0, LISTED).map((site) => [site.siteId, site.siteName, site.reportedAt ?? 'never']);
    lines.push(
      'These sites cannot be reached and may not have stopped:',
      tableText(['SITE ID', 'NAME', 'LAST REPORT'], rows),
    );
    if (notStopped.length > LISTED) lines.push(`… and ${notStopped.length - LISTED} more; --json lists them all.`);
  }
  shell.print({ ...told, notStopped }, lines.join('\n'));
}
