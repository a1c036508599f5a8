import type { RejectedCommand } from '@setpoint/contract';

/** A command that a controller does not carry out, and since when it says so. */
export interface StoredRejection extends RejectedCommand {
  readonly since: number;
}

/** What a site's state says of rejections; the text was written from the same type. */
export function rejectionsOf(text: string | null): readonly StoredRejection[] {
  return JSON.parse(text ?? '[]') as StoredRejection[];
}
