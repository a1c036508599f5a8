import type { Hold } from '@setpoint/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Makes or releases a hold, then reads all holds again. */
export function useHoldChange<Input = void>(change: (input: Input) => Promise<Hold>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['holds'] }),
  });
}
