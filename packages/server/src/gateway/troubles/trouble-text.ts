import type { ImplausibleReason, TroubleCode } from '@setpoint/contract';
import type { BeyondLimit, MissedSetpoint, SeenTrouble } from '@setpoint/core';

/** What a report shows of what is wrong. */
export interface TroubleFigures {
  readonly clockOffsetMs: number | null;
  readonly exceeded?: BeyondLimit | undefined;
  readonly missed?: readonly MissedSetpoint[];
}

type Wording = (figures: TroubleFigures, asset: string, reason?: ImplausibleReason) => string;

const SUSPICIONS: Readonly<Record<ImplausibleReason, string>> = {
  power_frozen: 'the connection point shows the very same power for 60 s, while the storage moved by its order',
  step_missing: 'the storage moved three times by its orders, and the connection point did not',
  step_reversed: 'the connection point moved the wrong way three times when the storage moved: a sign may be turned',
  order_echoed: 'the storage shows exactly what it is ordered, and the connection point does not move with it',
  frequency_frozen: 'the frequency does not change while FCR is booked',
};

const TEXTS: Readonly<Record<TroubleCode, Wording>> = {
  clock_off: ({ clockOffsetMs: offsetMs }) => {
    const clockOffsetMs = offsetMs ?? 0;
    const seconds = Math.round(Math.abs(clockOffsetMs) / 1_000);
    return `the clock of the controller is ${seconds} s ${clockOffsetMs > 0 ? 'behind' : 'ahead'}`;
  },
  not_measured: (_, asset) => `the power of ${asset} is not reported`,
  limit_exceeded: ({ exceeded }) => exceededText(exceeded),
  setpoint_missed: ({ missed = [] }, asset) =>
    missedText(
      missed.find((one) => one.asset === asset),
      asset,
    ),
  reports_dropped: () => 'a report came twice, or after a later one, and does not count',
  orders_not_taken: () => 'the controller says that it takes orders, and does not ask for them',
  order_lost: (_, asset) => `a device of ${asset} drops what was written to it`,
  disk_full: () => 'the controller cannot write to its disk',
  same_serial: () => 'two devices have one serial number',
  implausible: (_, asset, reason) => (reason === undefined ? `what ${asset} shows cannot be true` : SUSPICIONS[reason]),
  login_refused: () => 'a login was refused',
  subscription_refused: () => 'a subscription was refused',
  two_controllers: () => 'two controllers seem to use keys of this site',
};

/** What is wrong, for people. */
export function troubleText({ code, asset, reason, message }: SeenTrouble, figures: TroubleFigures): string {
  return message ?? TEXTS[code](figures, asset ?? 'an asset', reason);
}

function exceededText(exceeded: BeyondLimit | undefined): string {
  if (exceeded === undefined) return 'the connection point is beyond a limit';
  const { side, limitKw, powerKw } = exceeded;
  return `the connection point is at ${rounded(powerKw)} kW, and its ${side} limit is ${rounded(limitKw)} kW`;
}

function missedText(missed: MissedSetpoint | undefined, asset: string): string {
  if (missed === undefined) return `${asset} is not at its setpoint`;
  const { powerKw, targetKw } = missed;
  return `the power of ${asset} is ${rounded(powerKw)} kW, and by the plan it is ${rounded(targetKw)} kW`;
}

function rounded(kw: number): number {
  return Math.round(kw * 10) / 10;
}
