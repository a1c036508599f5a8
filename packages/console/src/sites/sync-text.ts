import type { SiteOverview } from '@setpoint/contract';
import { durationText } from '../words/ago-text.ts';

export function syncText({ state, behindSince, rejected, version }: SiteOverview, now: number): string {
  if (state === 'in_sync') return version === 0 ? 'nothing set yet' : 'in sync';
  if (state === 'partial') return `in sync, ${rejected} rejected`;
  if (behindSince === null) return 'not in sync';
  return `not in sync for ${durationText(now - Date.parse(behindSince))}`;
}
