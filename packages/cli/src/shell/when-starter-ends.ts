const LOOK_EVERY_MS = 500;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Acts when npx, npm or the launcher has ended, which whoever sent them a signal meant for this process; a signal
 * that they do not pass on would leave it running for ever. Returns what stops the looking.
 */
export function whenStarterEnds(act: () => void, environment: Environment = process.env): () => void {
  const { npm_command: command, SETPOINT_LAUNCHED: launched } = environment;
  if (command === undefined && launched === undefined) return () => undefined;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== starter) act();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
