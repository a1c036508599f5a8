import type { Entry } from './is-schedule-request.ts';

/**
 * Reads entries off a picture of one day: `00-04: 500, 04:15-08: 400`.
 * `-` stands for none; seconds and milliseconds may follow the minutes.
 */
export function drawTimeline(picture: string): readonly Entry[] {
  if (picture === '-') return [];
  return picture.split(', ').map((piece) => {
    const [range = '', value = ''] = piece.split(': ');
    const [from = '', to = ''] = range.split('-');
    return { startAt: instantText(from), endAt: instantText(to), value: Number(value) };
  });
}

function instantText(clock: string): string {
  return `2026-06-01T${clock}${':00:00'.slice(clock.length - 2)}Z`;
}
