const DEADBAND_MHZ = 10;
const FULL_MHZ = 200;

/** kW of import that the grid's frequency calls for, in mHz above 50 Hz: full at 200, none up to 10. */
export function fcrResponse(deviationMhz: number, booked: { importKw: number; exportKw: number }): number {
  const size = Math.abs(deviationMhz);
  if (size <= DEADBAND_MHZ) return 0;
  const share = Math.min(1, size / FULL_MHZ);
  return deviationMhz > 0 ? booked.importKw * share : 0 - booked.exportKw * share;
}
