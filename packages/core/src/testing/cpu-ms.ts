/** Milliseconds of processor time that an act takes: what else runs on the machine hardly counts. */
export function cpuMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
