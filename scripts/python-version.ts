/** A version as Python writes it: 1.0.0-rc.1 is 1.0.0rc1, and what is on the way to a release begins like it. */
export function pythonVersion(version: string): string {
  const [, core = '', candidate, dev] = /^([\d.]+?)(?:-rc\.(\d+))?([.-]dev)?$/.exec(version) ?? [];
  const isOnTheWay = dev !== undefined;
  const next = candidate === undefined ? '' : `rc${Number(candidate) + (isOnTheWay ? 1 : 0)}`;
  return `${core}${next}${isOnTheWay ? '.dev0' : ''}`;
}
