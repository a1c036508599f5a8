/** The powers that are right, with what is tolerated. */
export interface PowerBand {
  readonly lowKw: number;
  readonly highKw: number;
}

export function isIn({ lowKw, highKw }: PowerBand, powerKw: number): boolean {
  return powerKw >= lowKw && powerKw <= highKw;
}

/** All that one of some bands allows, and what lies between them. */
export function hullOf(bands: readonly PowerBand[]): PowerBand {
  return {
    lowKw: Math.min(...bands.map(({ lowKw }) => lowKw)),
    highKw: Math.max(...bands.map(({ highKw }) => highKw)),
  };
}
