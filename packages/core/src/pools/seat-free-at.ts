// A client that sends one signal after another keeps the seat between them.
const FREE_AFTER_MS = 60_000;

/** The seat of a pool: why it was taken, null where a signal took it; and what was sent from it last. */
interface HeldSeat {
  readonly reason: string | null;
  readonly takenAt: number;
  readonly last: { readonly validUntil: number } | null;
}

/** When a seat that was taken by a signal is free without being given back; null for one that was taken over. */
export function seatFreeAt({ reason, takenAt, last }: HeldSeat): number | null {
  return reason === null ? Math.max(takenAt, last?.validUntil ?? 0) + FREE_AFTER_MS : null;
}
