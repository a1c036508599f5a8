/** How full a port is. */
export interface PortFill {
  readonly open: number;
  /** The most that it takes, whatever the others have. */
  readonly most: number;
  /** The places that no other port can take, and those that it shares with the others. */
  readonly own: number;
  readonly shared: number;
}

/** How full some ports are together. */
export function fillOf(ports: readonly PortFill[]): Pick<PortFill, 'open' | 'most'> {
  const sum = (count: (port: PortFill) => number) => ports.reduce((total, port) => total + count(port), 0);
  const places = sum(({ own }) => own) + (ports[0]?.shared ?? 0);
  return {
    open: sum(({ open }) => open),
    most: Math.min(
      sum(({ most }) => most),
      places,
    ),
  };
}
