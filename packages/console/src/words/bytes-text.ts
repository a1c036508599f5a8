const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const STEP = 1_000;
const THREE = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** A size in its largest useful unit. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${THREE.format(bytes / STEP ** power)} ${UNITS[power]}`;
}
