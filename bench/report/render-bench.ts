import type { Measures } from '../run/compare.ts';
import type { MeasuredRow } from '../run/measure-rows.ts';
import type { Outcome } from '../run/run.ts';

/** The tables of one bench, in Markdown. */
export function renderBench(measured: readonly MeasuredRow[]): string {
  const parts = [comparisons(measured), claims(measured)];
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
      return outcome.comparison.ratio < outcome.aim ? 'below the aim' : 'ok';
    case 'claimed':
      return isShort(outcome) ? '**does not hold**' : 'ok';
    case 'failed':
      return `**failed**: ${outcome.why}`;
    case 'skipped':
      return `skipped: ${outcome.why}`;
  }
}

function comparisons(measured: readonly MeasuredRow[]): string {
  const lines = measured.flatMap(({ row, outcome }) => {
    if (outcome.kind === 'claimed') return [];
    const verdict = verdictOf(outcome);
    if (outcome.kind !== 'compared') return [[row.title, '', '', '', '', verdict]];
    const { comparison, atLeast, aim } = outcome;
    const [ratio, cpuRatio] = [fixed(comparison.ratio, 2), fixed(comparison.cpuRatio, 2)];
    return [[row.title, cellOf(comparison.ours), ratio, `${atLeast} (${aim})`, cpuRatio, verdict]];
  });
  const heads = ['row', 'ours', 'ratio', 'at least (aim)', 'ratio of CPU time', 'result'];
  return table(heads, lines);
}

function cellOf({ ratePerSecond, p50Ms, p99Ms }: Measures): string {
  return `${fixed(ratePerSecond, ratePerSecond < 100 ? 1 : 0)} /s, ${fixed(p50Ms, 2)}, ${fixed(p99Ms, 2)} ms`;
}

function claims(measured: readonly MeasuredRow[]): string {
  const lines = measured.flatMap(({ row, outcome }) =>
    outcome.kind === 'claimed'
      ? outcome.claims.map((each, at) => [
          at === 0 ? row.title : '',
          each.what,
          each.measured,
          each.holds ? each.limit : `${each.limit}: **no**`,
        ])
      : [],
  );
  return table(['row', 'what', 'measured', 'limit'], lines);
}

function table(heads: readonly string[], lines: readonly (string | number)[][]): string {
  if (lines.length === 0) return '';
  const rule = heads.map(() => '---');
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function fixed(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
