import type { Pool } from '@setpoint/contract';

export function serviceText(service: Pool['service']): string {
  return service === 'afrr' ? 'aFRR' : 'mFRR';
}
