import type { Evidence } from './evidence.ts';
import { foundOr } from './finding.ts';
import type { Happening, SeenReport } from './happening.ts';
import type { ScriptedGateway } from './gateway/open-scripted-gateway.ts';
import { createSnapshotWriter, type SnapshotDraft } from './snapshot-writer.ts';

/** What is said to a controller, and what it says. */
export interface ControllerTalk {
  /** Sends a snapshot; returns its revision. */
  send(draft: SnapshotDraft): string;
  /** Sends the commands of the last snapshot under another revision. */
  sendAgain(): string;
  sendText(revision: string, text: string): void;
  /** The report that says that a revision is applied. */
  applied(revision: string, withinMs?: number): Promise<SeenReport>;
  isApplied(revision: string, withinMs: number): Promise<boolean>;
  nextReport(from: number, withinMs: number): Promise<SeenReport | undefined>;
}

interface Talking {
  readonly evidence: Evidence;
  readonly gateway: Pick<ScriptedGateway, 'send'>;
  readonly reactMs: () => number;
}

type ReportHappening = Extract<Happening, { readonly kind: 'report' }>;

const SHOWN_CHARACTERS = 300;

export function createControllerTalk({ evidence, gateway, reactMs }: Talking): ControllerTalk {
  const writer = createSnapshotWriter();

  function sendText(revision: string, text: string): void {
    evidence.note(`snapshot ${revision}: ${text.slice(0, SHOWN_CHARACTERS)}`);
    gateway.send({ revision, text });
  }
  function send(draft: SnapshotDraft): string {
    const { revision, text } = writer.write(draft);
    sendText(revision, text);
    return revision;
  }
  const reportOf = (revision: string, withinMs: number): Promise<ReportHappening | undefined> => {
    const isSo = (one: Happening): one is ReportHappening => isReport(one) && one.report.revision === revision;
    return evidence.until({ from: 0, withinMs, isSo });
  };
  return {
    send,
    sendAgain: () => send(writer.last()),
    sendText,
    async applied(revision, withinMs = reactMs()) {
      const found = await reportOf(revision, withinMs);
      const last = evidence.of('report').at(-1)?.report.revision;
      const said = last === undefined ? 'no report came' : `the last report says ${last ?? 'no schedule'}`;
      return foundOr(found, `${revision} was not reported within ${seconds(withinMs)}; ${said}`).report;
    },
    isApplied: async (revision, withinMs) => (await reportOf(revision, withinMs)) !== undefined,
    nextReport: async (from, withinMs) => (await evidence.until({ from, withinMs, isSo: isReport }))?.report,
  };
}

function isReport(happening: Happening): happening is ReportHappening {
  return happening.kind === 'report';
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
