import type { Trouble } from '@setpoint/contract';
import { instantText, type KnownTrouble } from '@setpoint/core';

/** What a site's state says of troubles; the text was written by `troublesText`. */
export function troublesOf(text: string | null): readonly KnownTrouble[] {
  return text === null ? [] : (JSON.parse(text) as KnownTrouble[]);
}

export function troublesText(troubles: readonly KnownTrouble[]): string | null {
  return troubles.length === 0 ? null : JSON.stringify(troubles);
}

/** The troubles of a site as answers have them. */
export function troublesSince(text: string | null): Trouble[] {
  return troublesOf(text).map(({ code, asset, since, reason, message }) => ({
    code,
    asset,
    since: instantText(since),
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  }));
}
