export interface HoldOwner {
  readonly madeBy: string;
}

/** Who made a hold may let it go, and any operator may. */
export function mayRelease({ madeBy }: HoldOwner, caller: { clientId: string; isOperator: boolean }): boolean {
  return caller.isOperator || caller.clientId === madeBy;
}
