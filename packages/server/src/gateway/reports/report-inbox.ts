import { parseSiteTopic } from '@setpoint/contract';
import type { PublishPacket } from 'aedes';
import type { Controller } from '../../identity/keys/authenticate-controller.ts';
import type { Budget } from '../../limits/budget.ts';
import type { Gathering } from '../../platform/loops/gather-on-beat.ts';
import { TooMuch } from '../../limits/too-much.ts';
import { refuseReport, type ReportAccepting, acceptReport } from './accept-report.ts';

/** What one connection sends up. */
export interface ReportInbox {
  /** Takes a report; resolves with the reason for which the connection must end, if there is one. */
  publish(packet: PublishPacket): Promise<string | undefined>;
  /** Takes over the session of an earlier connection, until there is one of its own. */
  inherit(earlier: Pick<ReportInbox, 'session'>): Promise<void>;
  /** The session that ends with this connection, once its last report is recorded. */
  session(): Promise<string | undefined>;
}

export interface ReportInboxOptions extends ReportAccepting {
  readonly controller: Controller;
  readonly budget: Pick<Budget, 'report'>;
  /** Where reports wait that are in no hurry. */
  readonly gathering: Gathering;
  /** Whether this connection is sent orders, if its controller takes them. */
  readonly hearsOrders: () => boolean;
  /** Called with what a report names when that is another revision than the current one. */
  readonly onStale: (reported: string | null) => void;
  /** Called after each report, with what other nodes may have changed since the last. */
  readonly onTaken: (accepted: { readonly takesOrders: boolean }) => void;
}

export function createReportInbox(options: ReportInboxOptions): ReportInbox {
  const { budget, onStale } = options;
  const { siteId, keyId } = options.controller;
  let session: string | undefined;
  let inherited: string | undefined;
  const isUrgent = noteHurry(options.now);
  let lastReport: Promise<unknown> = Promise.resolve();

  async function take(payload: Buffer, receivedAt: number): Promise<string | undefined> {
    // What waits here is not acknowledged, and no more of the connection is read meanwhile.
    const isRefused = await budget.report(keyId, payload.length).then(
      () => false,
      (cause: unknown) => {
        if (cause instanceof TooMuch) return true;
        throw cause;
      },
    );
    if (isRefused) return refuse('sent more reports, or more bytes of them, than its share');
    if (!isUrgent(payload)) await options.gathering.join();
    const accepted = await acceptReport(options, siteId, {
      bytes: payload,
      receivedAt,
      hearsOrders: options.hearsOrders,
    });
    // What is malformed is acknowledged all the same: sent again, it would be no better.
    if (accepted.kind === 'malformed') return undefined;
    if (accepted.kind === 'site_missing') return 'the site was removed';
    if (accepted.isReplaced) {
      // A report of an earlier connection is sent again only because that was cut before the acknowledgement.
      return accepted.session === session ? 'a newer connection took over' : undefined;
    }
    ({ session } = accepted);
    options.onTaken(accepted);
    if (!accepted.isCurrent) onStale(accepted.reported);
    return undefined;
  }

  async function refuse(reason: string): Promise<string> {
    await refuseReport(options, siteId, reason);
    return reason;
  }

  return {
    publish(packet) {
      const receivedAt = options.now();
      const to = parseSiteTopic(packet.topic);
      if (to?.siteId !== siteId || to.kind !== 'report') return refuse('published to a topic that is not its own');
      if (packet.qos === 2) return refuse('published with QoS 2; this service accepts QoS 0 and 1');
      const report = take(Buffer.from(packet.payload), receivedAt);
      lastReport = report.catch(() => undefined);
      return report;
    },
    async inherit(earlier) {
      inherited = await earlier.session();
    },
    async session() {
      await lastReport;
      return session ?? inherited;
    },
  };
}

const BEGIN = '"schedule"';
const END = ']';
const LONGEST = 1_024;
// Who reports more often would wait longer for its answers than it waits between its reports.
const SELDOM_MS = 2_000;

/**
 * Tells whether somebody waits for a report, before it is read: one that most likely says of the schedule what the one
 * before said is in no hurry, unless they come fast.
 */
export function noteHurry(now: () => number): (report: Buffer) => boolean {
  let before: { readonly said: string | undefined; readonly at: number } | undefined;
  return (report) => {
    const [said, at] = [ofSchedule(report), now()];
    const isAgain = said !== undefined && said === before?.said && at - before.at >= SELDOM_MS;
    before = { said, at };
    return !isAgain;
  };
}

// As far as the list of what is rejected.
function ofSchedule(report: Buffer): string | undefined {
  const from = report.indexOf(BEGIN);
  const to = from < 0 ? -1 : report.subarray(from, from + LONGEST).indexOf(END);
  return to < 0 ? undefined : report.toString('latin1', from, from + to);
}
