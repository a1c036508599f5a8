import type { HoldStatus } from '@setpoint/contract';

export function countsText({ counts }: HoldStatus): string {
  const { sites, confirmed, waiting, notStopped, remaining } = counts;
  const parts = [`${confirmed} of ${sites} confirmed`, `${waiting} waiting`, `${notStopped} not reached`];
  if (remaining > 0) parts.push(`${remaining} not asked yet`);
  return parts.join(', ');
}
