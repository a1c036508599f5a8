/** What the gateway of a stage does just now. The runner changes it; `newGatewayScript` is the service at its best. */
export interface GatewayScript {
  /** Whether the controller's key is good. */
  isKeyGood: boolean;
  /** Connections look open, and nothing passes. */
  isMute: boolean;
  /** No connection comes about. */
  isAway: boolean;
  /** Reports are read, and never acknowledged. */
  isUnacknowledged: boolean;
  /** No schedule is sent, whatever the controller reports. */
  isScheduleKept: boolean;
  /** The answer to the next request for the schedule, over HTTPS. */
  refusal: { readonly status: 429 | 503; readonly retryAfterSeconds: number } | undefined;
  /** Over HTTPS the schedule is sent again to a controller that has it. */
  isRepeated: boolean;
}

export function newGatewayScript(): GatewayScript {
  return {
    isKeyGood: true,
    isMute: false,
    isAway: false,
    isUnacknowledged: false,
    isScheduleKept: false,
    refusal: undefined,
    isRepeated: false,
  };
}
