/** What a figure of a node says: all is well, it nears the alert, or it is beyond it. */
export type Verdict = 'good' | 'near' | 'bad';

/** From where on each is too much: those of the alerts in docs/do/operations.md. */
const ALERT_ABOVE = { writeMs: 250, commitMs: 250, eventLoopDelayMs: 200, waitingWrites: 1_000 } as const;
export type JudgedFigure = keyof typeof ALERT_ABOVE;

const NEAR = 0.5;

export function judgeFigure(figure: JudgedFigure, value: number | null): Verdict | undefined {
  if (value === null) return undefined;
  if (value > ALERT_ABOVE[figure]) return 'bad';
  return value > ALERT_ABOVE[figure] * NEAR ? 'near' : 'good';
}

export const VERDICT_SIGNS: Readonly<Record<Verdict, string>> = { good: '✓', near: '!', bad: '✕' };

/** The verdict in words, with the threshold. */
export function verdictText(figure: JudgedFigure, value: number | null): string | undefined {
  const verdict = judgeFigure(figure, value);
  if (verdict === undefined) return undefined;
  const threshold = figure === 'waitingWrites' ? '1,000' : `${ALERT_ABOVE[figure]} ms`;
  if (verdict === 'bad') return `${VERDICT_SIGNS.bad} too high: more than ${threshold}`;
  const word = verdict === 'near' ? 'high' : 'normal';
  return `${VERDICT_SIGNS[verdict]} ${word}, alert above ${threshold}`;
}
