// In this order: most browsers also claim to be those behind them.
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** A browser by its name, as people know it; whatever is none of the usual ones as it calls itself. */
export function agentText(agent: string): string {
  const browser = BROWSERS.find(([sign]) => agent.includes(sign))?.[1];
  const system = SYSTEMS.find(([sign]) => agent.includes(sign))?.[1];
  if (browser === undefined) return agent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
