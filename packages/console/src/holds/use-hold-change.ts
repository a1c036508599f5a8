import type { Hold } from '@setpoint/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A hold is made, or let go; all of them are read again. */
export function useHoldChange<Input = void>(change: (input: Input) => Promise<Hold>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['holds'] }),
  });
}
