import { CATALOGUE, type PairName, pairName } from '@setpoint/contract';

const RIVALS = new Map<PairName, PairName>(
  CATALOGUE.flatMap((row) =>
    'exclusiveWith' in row ? [[pairName(row), pairName({ asset: row.asset, type: row.exclusiveWith })]] : [],
  ),
);

/** The pair that cannot be set beside another. */
export function rivalOf(pair: PairName): PairName | undefined {
  return RIVALS.get(pair);
}
