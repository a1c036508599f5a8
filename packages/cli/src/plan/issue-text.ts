import type { PlanSegment } from '@setpoint/contract';
import { instantText } from '../text/instant-text.ts';
import { kilowattText } from './kilowatt-text.ts';

// oxlint-disable-next-line complexity -- one sentence a code
export function issueText({ code, amount, at }: PlanSegment['issues'][number]): string {
  const size = amount === null ? '' : kilowattText(amount);
  switch (code) {
    case 'limits_crossed':
      return `the limits cross by ${size}, and the upper one wins`;
    case 'setpoint_outside_rating':
      return `the setpoint lies ${size} outside the rating`;
    case 'setpoint_clamped':
      return `${size} of what is asked for cannot be had`;
    case 'headroom':
      return `what is booked needs ${size} more room than there is between the limits`;
    case 'headroom_import':
      return `${size} of the import that is booked has no room`;
    case 'headroom_export':
      return `${size} of the export that is booked has no room`;
    case 'afrr_activation_exceeds_booking':
    case 'mfrr_activation_exceeds_booking':
      return `the activation is ${size} larger than what is booked for it`;
    case 'overdetermined':
      return 'the connection point has a setpoint too, so the one of the storage is only a preference';
    case 'energy':
      return `from ${at === undefined ? 'the start' : instantText(at)} on the storage backs ${amount} kWh less than is booked`;
    default:
      return amount === null ? code : `${code} by ${amount}`;
  }
}
