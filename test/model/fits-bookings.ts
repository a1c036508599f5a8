import type { Span } from './spans-of.ts';

export type ServiceSpans = {
  readonly activation: readonly Span[];
  readonly imports: readonly Span[];
  readonly exports: readonly Span[];
};

// Nothing changes between two neighbouring breakpoints, so one look in the middle of each piece is enough.
export function fitsBookings({ activation, imports, exports }: ServiceSpans): boolean {
  return midpointsOf([...activation, ...imports, ...exports]).every((instant) => {
    const active = valueAt(activation, instant);
    if (active > 0) return active <= valueAt(imports, instant);
    if (active < 0) return -active <= valueAt(exports, instant);
    return true;
  });
}

function midpointsOf(spans: readonly Span[]): readonly number[] {
  const breakpoints = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const pieces = breakpoints.slice(1).map((to, index) => ({ from: breakpoints[index] ?? to, to }));
  return pieces.map(({ from, to }) => (from + to) / 2);
}

function valueAt(spans: readonly Span[], instant: number): number {
  return spans.find(({ from, to }) => from <= instant && instant < to)?.value ?? 0;
}
