import type { PoolAvailability } from '@setpoint/contract';
import { exactPowerText } from '../words/power-text.ts';

/** What has to be answered before so much is asked of a pool; undefined where nothing speaks against it. */
export function signalQuestion(kW: number, availability: PoolAvailability | undefined): string | undefined {
  if (kW === 0) return undefined;
  if (availability === undefined) return 'It is not known what the pool can give now.';
  const [way, { bookedkW, availablekW }] =
    kW > 0 ? (['import', availability.import] as const) : (['export', availability.export] as const);
  const wanted = Math.abs(kW);
  const text = (powerKw: number) => exactPowerText(Math.max(0, powerKw));
  if (wanted > bookedkW) {
    return `This is more than is booked: ${text(bookedkW)} of ${way}. At least ${text(wanted - bookedkW)} will be missing.`;
  }
  if (wanted > availablekW) {
    return `This is more than can be given now: ${text(availablekW)} of ${way}. About ${text(wanted - availablekW)} will be missing.`;
  }
  return undefined;
}
