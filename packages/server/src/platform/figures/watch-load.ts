const IDLE_BELOW = 0.5;

/** Tells whether requests left half of the time since it was asked last. */
export function watchLoad(): { isIdle(): boolean } {
  let usage = performance.eventLoopUtilization();
  return {
    isIdle() {
      const { utilization } = performance.eventLoopUtilization(usage);
      usage = performance.eventLoopUtilization();
      return utilization < IDLE_BELOW;
    },
  };
}
