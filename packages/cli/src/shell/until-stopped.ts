const LOOK_EVERY_MS = 500;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Acts when npx, npm or the launcher has ended, which whoever sent them a signal meant for this process; a signal
 * that they do not pass on would leave it running for ever. Returns what stops the looking.
 */
function whenStarterEnds(act: () => void, environment: Environment = process.env): () => void {
  const { npm_command: command, SETPOINT_LAUNCHED: launched } = environment;
  if (command === undefined && launched === undefined) return () => undefined;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== starter) act();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

// The code for work that was cut short.
const EX_TEMPFAIL = 75;
const END_WITHIN_MS = 9_500;

// npm passes on a Ctrl-C that the terminal has sent to this process already.
const SAME_KEYSTROKE_MS = 1_000;

/**
 * Waits for SIGINT or SIGTERM, or the end of the npx that started it, then for the end of what runs.
 * By the time of a second signal nothing listens any more, so it ends the process without waiting.
 */
export function untilStopped(end: () => Promise<void>, endWithinMs = END_WITHIN_MS): Promise<void> {
  return new Promise((resolve, reject) => {
    let isStopping = false;
    function stop(): void {
      if (isStopping) return;
      isStopping = true;
      const listening = setTimeout(stopListening, SAME_KEYSTROKE_MS);
      const timer = setTimeout(() => process.exit(EX_TEMPFAIL), endWithinMs);
      end()
        .finally(() => {
          clearTimeout(timer);
          clearTimeout(listening);
          stopListening();
        })
        .then(resolve, reject);
    }
    function stopListening(): void {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      stopLooking();
    }
    const stopLooking = whenStarterEnds(stop);
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
