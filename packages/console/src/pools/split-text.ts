import type { Pool } from '@setpoint/contract';

const TEXTS: Readonly<Record<Pool['split'], string>> = {
  proportional: 'split in proportion',
  merit: 'split by rank',
  energy: 'split so that charge levels meet',
};

export function splitText(split: Pool['split']): string {
  return TEXTS[split];
}
