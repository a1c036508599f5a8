const HOUR_MS = 3_600_000;

/**
 * What to start a process with (NODE_OPTIONS) so that its timers of such a length fire after an hour: what it finds by
 * looking now and then, it does not find while a test lasts.
 */
export function withTimersOfAnHour({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string {
  const module = `
    for (const name of ['setTimeout', 'setInterval']) {
      const set = globalThis[name];
      const later = (work, ms, ...args) => set(work, ms >= ${fromMs} && ms <= ${toMs} ? ${HOUR_MS} : ms, ...args);
      globalThis[name] = Object.defineProperties(later, Object.getOwnPropertyDescriptors(set));
    }`;
  return `--import=data:text/javascript,${encodeURIComponent(module)}`;
}
