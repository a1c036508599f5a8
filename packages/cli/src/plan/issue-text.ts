import type { PlanSegment } from '@setpoint/contract';
import { instantText } from '../text/instant-text.ts';
import { kilowattText } from '../text/kilowatt-text.ts';

// oxlint-disable-next-line complexity -- one sentence a code
export function issueText({ code, amount, at }: PlanSegment['issues'][number]): string {
  const size = amount === null ? '' : kilowattText(amount);
  switch (code) {
    case 'limits_crossed':
      return `the upper limit is ${size} below the lower one; the upper one applies`;
    case 'setpoint_outside_rating':
      return `the setpoint is ${size} beyond the rating`;
    case 'setpoint_clamped':
      return `the setpoint is missed by ${size}`;
    case 'headroom':
      return `the bookings need ${size} more room than there is between the limits`;
    case 'headroom_import':
      return `there is no room for ${size} of the booked import`;
    case 'headroom_export':
      return `there is no room for ${size} of the booked export`;
    case 'afrr_activation_exceeds_booking':
    case 'mfrr_activation_exceeds_booking':
      return `the activation is ${size} larger than its booking`;
    case 'overdetermined':
      return 'the connection point has a setpoint too; that of the storage is only a preference';
    case 'energy':
      return `from ${at === undefined ? 'the start' : instantText(at)} on, the stored energy is ${amount} kWh less than the bookings need`;
    default:
      return amount === null ? code : `${code} by ${amount}`;
  }
}
