export interface HoldOwner {
  readonly madeBy: string;
}

/** The client that made a hold may release it, and so may any operator. */
export function mayRelease({ madeBy }: HoldOwner, caller: { clientId: string; isOperator: boolean }): boolean {
  return caller.isOperator || caller.clientId === madeBy;
}
