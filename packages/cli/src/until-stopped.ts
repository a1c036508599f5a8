// The code for work that was cut short.
const EX_TEMPFAIL = 75;
const EXIT_WITHIN_MS = 9_500;

/**
 * Waits for SIGINT or SIGTERM, then for the end of what runs.
 * A second signal is from someone who does not want to wait: by then nobody listens for it, so it ends the process.
 */
export function untilStopped(end: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    function stop(): void {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      const timer = setTimeout(() => process.exit(EX_TEMPFAIL), EXIT_WITHIN_MS);
      end()
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    }
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
