export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The value within a cap; null is no cap. */
export function capped(valueKw: number, capKw: number | null): number {
  return capKw === null ? valueKw : Math.min(valueKw, Math.max(0, capKw));
}

/** The nearest value to the target that a ramp of `maxStep` reaches. */
export function towards(value: number, target: number, maxStep: number): number {
  return clamp(target, value - maxStep, value + maxStep);
}
