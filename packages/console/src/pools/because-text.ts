import { labelOfPair } from '../words/pair-label.ts';
import { countText } from '../words/count-text.ts';

/** What is said of one member, and of several. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  offline: ['cannot be reached', 'cannot be reached'],
  behind: ['has not applied its schedule yet', 'have not applied their schedules yet'],
  held: ['is held', 'are held'],
  rejecting: ['rejects activations', 'reject activations'],
  clock: ['has a clock that is off, or not known yet', 'have clocks that are off, or not known yet'],
  deviating: ['does not follow its orders', 'do not follow their orders'],
  rejected: ['rejects its booking', 'reject their bookings'],
  energy: ['has a storage that is full or empty', 'have storages that are full or empty'],
  ramp: ['cannot change its power faster', 'cannot change their power faster'],
  rating: ['has devices that cannot do more', 'have devices that cannot do more'],
};
const BOOKED = 'limited by bookings';

/** Why a member does not give more. */
export function becauseText(because: string): string {
  if (isBooking(because)) return BOOKED;
  return WORDS[because]?.[0] ?? `limited by the ${labelOfPair(because)}`;
}

/** The same, said of a number of members. */
export function reasonText({ because, members }: { readonly because: string; readonly members: number }): string {
  const counted = countText(members, 'member');
  if (isBooking(because)) return `${BOOKED} (${counted})`;
  const words = WORDS[because];
  if (words !== undefined) return `${counted} ${members === 1 ? words[0] : words[1]}`;
  return `limited by the ${labelOfPair(because)} (${counted})`;
}

function isBooking(because: string): boolean {
  return because.endsWith('BookingkW');
}
