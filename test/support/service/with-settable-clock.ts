const HOUR_MS = 3_600_000;

/** What to start a process with (NODE_OPTIONS) so that its clock jumps ahead by an hour at each SIGUSR2. */
export function withSettableClock(): string {
  const module = `
    const Real = Date;
    let aheadMs = 0;
    process.on('SIGUSR2', () => { aheadMs += ${HOUR_MS}; });
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + aheadMs) : super(...given); }
      static now() { return Real.now() + aheadMs; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(module)}`;
}
