/** A command with values, each from one offset to another, in seconds from now. */
export interface CommandDraft {
  readonly asset: string;
  readonly type: string;
  readonly spans: readonly (readonly [fromSeconds: number, toSeconds: number, value: number])[];
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface SnapshotDraft {
  readonly commands: readonly CommandDraft[];
  /** A new one when left out. */
  readonly revision?: string;
  readonly holdSeconds?: number;
  readonly offers?: readonly string[];
  /** How far the clock of the service is off. */
  readonly issuedOffMs?: number;
  /** Properties that no version of the protocol knows, at every level. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

interface WrittenSnapshot {
  readonly revision: string;
  readonly text: string;
}

export interface SnapshotWriter {
  write(draft: SnapshotDraft): WrittenSnapshot;
  /** The last draft, at the instants that it had. */
  last(): SnapshotDraft;
}

/** Writes snapshots, each with a revision of its own. */
export function createSnapshotWriter(): SnapshotWriter {
  let count = 0;
  let latest: SnapshotDraft = { commands: [] };
  let latestAtMs = Date.now();

  return {
    write(draft) {
      count += 1;
      // Drafts that are sent again keep their instants.
      if (draft !== latest) latestAtMs = Date.now();
      latest = draft;
      const { revision = `1.${count}.${hash(count)}`, holdSeconds = null, issuedOffMs = 0, extra = {} } = draft;
      const offers = draft.offers === undefined ? {} : { offers: draft.offers };
      const issuedAt = instant(Date.now() + issuedOffMs);
      const commands = draft.commands.map((command) => commandOf(command, latestAtMs, extra));
      return { revision, text: JSON.stringify({ revision, issuedAt, holdSeconds, commands, ...offers, ...extra }) };
    },
    last() {
      const { revision: _taken, ...again } = latest;
      latest = again;
      return again;
    },
  };
}

function commandOf({ asset, type, spans, extra }: CommandDraft, nowMs: number, more: object): unknown {
  const entries = spans.map(([from, to, value]) => ({
    startAt: instant(nowMs + from * 1_000),
    endAt: instant(nowMs + to * 1_000),
    value,
    ...more,
  }));
  return { asset, type, entries, ...more, ...extra };
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

function hash(count: number): string {
  return ((count * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
}
