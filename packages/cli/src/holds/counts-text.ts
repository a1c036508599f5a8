import type { HoldStatus } from '@setpoint/contract';
import { countText } from '../text/count-text.ts';

export function countsText({ counts }: HoldStatus): string {
  const { sites, confirmed, waiting, notStopped, remaining } = counts;
  const parts = [
    `${confirmed} of ${countText(sites, 'site')} confirmed`,
    `${waiting} waiting`,
    `${notStopped} not reached`,
  ];
  if (remaining > 0) parts.push(`${remaining} not asked yet`);
  return parts.join(', ');
}
