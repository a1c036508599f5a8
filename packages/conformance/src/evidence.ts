import type { Happened, Happening } from './happening.ts';

type Kind = Happening['kind'];
type Of<One extends Kind> = Extract<Happening, { readonly kind: One }>;

/** Everything that happened on one stage, in order. */
export interface Evidence {
  note(text: string, happened?: Happened): void;
  /** How much there is; a later look may begin here. */
  length(): number;
  since(from: number): readonly Happening[];
  of<One extends Kind>(kind: One, from?: number): Of<One>[];
  /** The first that is so, from `from` on; undefined if there is none within the time. */
  until<Found extends Happening>(wanted: Wanted<Found>): Promise<Found | undefined>;
}

interface Wanted<Found extends Happening> {
  readonly from: number;
  readonly withinMs: number;
  readonly isSo: (happening: Happening) => happening is Found;
}

export function createEvidence(): Evidence {
  const startedAtMs = performance.now();
  const happenings: Happening[] = [];
  const waiting = new Set<() => void>();

  const evidence: Evidence = {
    note(text, happened = { kind: 'step' }) {
      happenings.push({ ...happened, atMs: performance.now() - startedAtMs, text });
      for (const look of waiting) look();
    },
    length: () => happenings.length,
    since: (from) => happenings.slice(from),
    of: (kind, from = 0) => happenings.slice(from).filter((one): one is Of<typeof kind> => one.kind === kind),
    until<Found extends Happening>({ from, withinMs, isSo }: Wanted<Found>): Promise<Found | undefined> {
      return new Promise((resolve) => {
        let next = from;
        const end = (found: Found | undefined): void => {
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const look = (): void => {
          for (; next < happenings.length; next += 1) {
            const happening = happenings[next];
            if (happening !== undefined && isSo(happening)) return end(happening);
          }
        };
        const timer = setTimeout(() => end(undefined), withinMs);
        waiting.add(look);
        look();
      });
    },
  };
  return evidence;
}
