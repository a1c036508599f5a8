import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { type FleetAddress, fleetParams, readFleetAddress } from './fleet-address.ts';

/** What is shown, kept in the address: a link shows the same, and so does going back. */
export function useFleetAddress(): [FleetAddress, (change: Partial<FleetAddress>) => void] {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readFleetAddress(params), [params]);
  const change = useCallback(
    (to: Partial<FleetAddress>) => {
      // Each letter would be a step back otherwise.
      setParams((was) => fleetParams({ ...readFleetAddress(was), ...to }), { replace: true });
    },
    [setParams],
  );
  return [address, change];
}
