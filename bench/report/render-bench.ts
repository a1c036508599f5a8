import type { Measures } from '../run/compare.ts';
import type { MeasuredRow } from '../run/measure-rows.ts';
import type { Outcome } from '../run/run.ts';

/** The tables of one bench, in Markdown. */
export function renderBench(measured: readonly MeasuredRow[]): string {
  const parts = [verdicts(measured), comparisons(measured), claims(measured)];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A row that missed its floor, broke a claim or failed; one that was skipped did not. */
export function isShort(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'compared':
      return outcome.comparison.ratio < outcome.atLeast;
    case 'claimed':
      return outcome.claims.some(({ holds }) => !holds);
    case 'failed':
      return true;
    case 'skipped':
      return false;
  }
}

/** One row in one line, to watch. */
export function summaryOf(outcome: Outcome): string {
  if (outcome.kind === 'claimed') {
    const measured = outcome.claims.map((each) => `${each.measured} (${each.limit})`);
    return `${measured.join(', ')}, ${verdictOf(outcome)}`;
  }
  if (outcome.kind !== 'compared') return verdictOf(outcome);
  const { ours, reference, ratio } = outcome.comparison;
  const rates = `${fixed(ours.ratePerSecond, 0)} /s to ${fixed(reference.ratePerSecond, 0)} /s`;
  return `${fixed(ratio, 2)} (${rates}), ${verdictOf(outcome)}`;
}

function verdictOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'compared':
      if (isShort(outcome)) return '**below the floor**';
      return outcome.comparison.ratio < outcome.aim ? 'ok, below the aim' : 'ok';
    case 'claimed':
      return isShort(outcome) ? '**does not hold**' : 'ok';
    case 'failed':
      return `**failed**: ${outcome.why}`;
    case 'skipped':
      return `skipped: ${outcome.why}`;
  }
}

function verdicts(measured: readonly MeasuredRow[]): string {
  const lines = measured.map(({ row, outcome }) => {
    const verdict = verdictOf(outcome);
    if (outcome.kind !== 'compared') return [row.title, '', '', '', '', verdict];
    const { comparison, atLeast, aim } = outcome;
    return [row.title, fixed(comparison.ratio, 2), atLeast, aim, fixed(comparison.cpuRatio, 2), verdict];
  });
  return table(['row', 'ratio of rates', 'at least', 'aim', 'ratio of CPU time', 'result'], lines);
}

function comparisons(measured: readonly MeasuredRow[]): string {
  const lines = measured.flatMap(({ row, outcome }) =>
    outcome.kind === 'compared'
      ? [
          [row.title, 'ours', ...cellsOf(outcome.comparison.ours)],
          ['', 'reference', ...cellsOf(outcome.comparison.reference)],
        ]
      : [],
  );
  const heads = ['row', 'who', 'per s', 'p50 ms', 'p99 ms', 'CPU µs a request', 'server CPU', 'load CPU', 'other CPU'];
  return table(heads, lines);
}

function cellsOf(measures: Measures): string[] {
  return [
    fixed(measures.ratePerSecond, measures.ratePerSecond < 100 ? 1 : 0),
    fixed(measures.p50Ms, 2),
    fixed(measures.p99Ms, 2),
    fixed(measures.serverMicrosPerRequest, 0),
    percent(measures.serverCpu),
    percent(measures.loadCpu),
    percent(measures.otherCpu),
  ];
}

function claims(measured: readonly MeasuredRow[]): string {
  const lines = measured.flatMap(({ row, outcome }) =>
    outcome.kind === 'claimed'
      ? outcome.claims.map((each) => [row.title, each.what, each.measured, each.limit, each.holds ? 'ok' : '**no**'])
      : [],
  );
  return table(['row', 'what', 'measured', 'limit', 'holds'], lines);
}

function table(heads: readonly string[], lines: readonly (string | number)[][]): string {
  if (lines.length === 0) return '';
  const rule = heads.map(() => '---');
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function fixed(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
