import type { Field } from './read-rows.ts';

export interface RowProblem {
  readonly rowId: string;
  readonly field: Field | undefined;
  readonly text: string;
  readonly choices?: readonly string[];
}
